import type { Cursor } from '../../core/cursor.ts';
import type { Edit, TextEdit } from '../../core/finding.ts';
import { textEditsOf } from '../../core/fixing/text-edits.ts';
import { isObject } from '../../core/json/json.ts';
import { join } from '../../core/json/pointer.ts';
import { decode } from '../../core/syntax/syntax-nodes.ts';
import { scopeOf } from '../../core/domain/variables.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { FileEdits } from '../file-change.ts';
import { offsetContext } from '../offset-context.ts';
import type { Action, SelectionContext } from './action.ts';

const DEFAULTS_KEY = 'default_dynamic_variables';

/**
 * Turns the selected words of a prompt into a variable with these words as its default in the engine, so that callers
 * still hear the same text. After the edits, the name in the braces is selected.
 */
export function extractVariable({ document, workspace, span }: SelectionContext): Action[] {
  const place = span.end > span.start && document.valid ? offsetContext(document, span.start) : undefined;
  if (place?.part !== 'value' || place.cursor.string() === undefined || place.cursor.marks['x-template'] !== true)
    return [];
  const words = wordsIn(document.text, place.span, span);
  const engine = words === undefined ? undefined : engineOf(place.cursor, workspace);
  if (words === undefined || !engine) return [];
  const name = freeName(words, place.cursor, engine, workspace);
  const mark: TextEdit = { ...span, text: `{{${name}}}` };
  const defaults = engine.get(DEFAULTS_KEY);
  const edit: Edit = isObject(defaults.value)
    ? { set: join(defaults.pointer, name), to: words }
    : { set: defaults.pointer, to: { [name]: words } };
  const setting = textEditsOf(engine.document, { title: '', safe: false, edits: [edit] });
  if (setting.length === 0) return [];
  const isHere = engine.document.file === document.file;
  const edits: FileEdits[] = isHere
    ? [{ file: document.file, edits: [mark, ...setting].sort((a, b) => a.start - b.start) }]
    : [
        { file: document.file, edits: [mark] },
        { file: engine.document.file, edits: setting },
      ];
  const before = isHere ? setting.filter(({ end }) => end <= span.start) : [];
  const start = before.reduce((shift, edit) => shift + edit.text.length - (edit.end - edit.start), span.start) + 2;
  return [
    {
      title: `Extract into variable {{${name}}}`,
      kind: 'refactor.extract',
      edits,
      select: { file: document.file, span: { start, end: start + name.length } },
    },
  ];
}

/**
 * The selected part of a string, decoded; `undefined` unless it is within the string, is outside of braces, and does
 * not split an escape.
 */
function wordsIn(
  text: string,
  wholeSpan: { start: number; end: number },
  { start, end }: { start: number; end: number },
): string | undefined {
  if (start <= wholeSpan.start || end >= wholeSpan.end || text[wholeSpan.start] !== '"') return undefined;
  const before = text.slice(wholeSpan.start + 1, start),
    raw = text.slice(start, end);
  const isWithinBraces = before.lastIndexOf('{{') > before.lastIndexOf('}}');
  if (/[{}]/.test(raw) || isWithinBraces || raw.trim() === '') return undefined;
  // a part that begins or ends inside an escape cannot be decoded
  const parts = [before, raw, text.slice(end, wholeSpan.end - 1)].map(part => decodedOf(part));
  return parts.every(part => part !== undefined) ? decode(`"${raw}"`) : undefined;
}
function decodedOf(raw: string): string | undefined {
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return undefined;
  }
}

/** The engine that contains the defaults of the variables at a place. */
function engineOf(cursor: Cursor, workspace: Workspace): Cursor | undefined {
  const engine = cursor.within('llm', 'conversation-flow');
  const settings = cursor.within('agent-settings');
  return engine ?? (settings && workspace.engineOf(settings));
}

/** A name that is not used yet, made of the first words. */
function freeName(words: string, cursor: Cursor, engine: Cursor, workspace: Workspace): string {
  const [first = 'value', ...otherWords] =
    words
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[a-z0-9]+/g) ?? [];
  const base = [/^\d/.test(first) ? `value_${first}` : first, ...otherWords.slice(0, 2)].join('_').slice(0, 40);
  const { set, useCounts } = scopeOf(cursor, workspace);
  const isTaken = (name: string): boolean =>
    set.has(name) || useCounts.has(name) || engine.get(DEFAULTS_KEY).get(name).exists;
  let name = base;
  for (let n = 2; isTaken(name); n++) name = `${base}_${n}`;
  return name;
}
