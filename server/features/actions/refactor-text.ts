import type { Cursor } from '../../core/cursor.ts';
import type { Edit, TextEdit } from '../../core/finding.ts';
import { textEditsOf } from '../../core/fixing/text-edits.ts';
import { isObject, property } from '../../core/json/json.ts';
import { join } from '../../core/json/pointer.ts';
import { decode } from '../../core/syntax/syntax-nodes.ts';
import { scopeOf } from '../../core/domain/variables.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { FileEdits } from '../file-change.ts';
import { offsetContext } from '../offset-context.ts';
import { type Action, type SelectionContext, changedFile } from './action.ts';
import { ownersOf } from '../../core/domain/tools.ts';
import { childEntry, entryOf, marksOf } from '../../core/shapes/table.ts';
import { show } from '../../core/wording.ts';
import { selectionAt, selectionOf, type Selection } from '../../core/workspace/version-references.ts';
import { selectionWords } from '../../simulator/resolution.ts';

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

const ELSE_EDGE = 'else_edge',
  ALWAYS_EDGE = 'always_edge';

/**
 * The action that adds an else edge to a node, if the node can have one and has none. The edge has no destination yet.
 */
export function addElseEdge({ document, span }: SelectionContext): Action[] {
  const node = document.valid ? offsetContext(document, span.start)?.cursor.within('node') : undefined;
  if (!node || !Object.hasOwn(entryOf(node.entry).props ?? {}, ELSE_EDGE)) return [];
  if (isObject(node.get(ELSE_EDGE).value) || isObject(node.get(ALWAYS_EDGE).value)) return [];
  const condition = childEntry(childEntry(node.entry, ELSE_EDGE), 'transition_condition'),
    prompt = marksOf(childEntry(condition, 'prompt')).const ?? '',
    nodeName = node.get('name').string() || node.get('id').string();
  const edge = {
    id: freeId(node),
    transition_condition: { type: 'prompt', prompt },
    // null marks the edge as unfinished; an empty destination would be an error
    destination_node_id: null,
  };
  const pointer = node.get(ELSE_EDGE).pointer;
  return changedFile(
    document,
    { title: `Add an else edge to ${nodeName ? show(nodeName) : 'the node'}`, kind: 'refactor.rewrite' },
    [{ set: pointer, to: edge }],
    `${pointer}/destination_node_id`,
  );
}

/** An id that no edge of the flow has. */
function freeId(node: Cursor): string {
  const takenNames = new Set(
    (ownersOf(node)[0]?.get('nodes').items() ?? []).flatMap(cursor =>
      Object.values(isObject(cursor.value) ? cursor.value : {})
        .flat()
        .map(edge => property(edge, 'id')),
    ),
  );
  const base = `${node.get('id').string() || 'node'}_else`;
  let id = base;
  for (let n = 2; takenNames.has(id); n++) id = `${base}_${n}`;
  return id;
}

const REWRITE_KIND = 'refactor.rewrite';

/**
 * Actions that rewrite the reference to a version at a place: a tag, `latest` or an absent version as a number; a
 * number as a tag or as `latest`. The new reference selects the same version, except for `latest`: the title names the
 * version that it selects.
 */
export function rewriteReference({ document, workspace, span }: SelectionContext): Action[] {
  const cursor = document.valid ? offsetContext(document, span.start)?.cursor : undefined;
  const selection = cursor && selectionHere(cursor);
  if (!selection || !mayBeNamed(selection.version)) return [];
  const { agentId, reference, version } = selection;
  const currentResolution = workspace.resolve(agentId, reference);
  if (currentResolution.outcome !== 'resolved') return [];
  const number = currentResolution.version!;
  if (typeof reference !== 'number')
    return write(version, number, `Pin to version ${number}, which ${showReference(reference)} selects`);
  const otherNames = [...namesOf(agentId, number, workspace)];
  const latestResolution = workspace.resolve(agentId, 'latest');
  return [
    ...otherNames.flatMap(name => write(version, name, `Use ${show(name)}, which selects version ${number}`)),
    ...(latestResolution.outcome === 'resolved' && !otherNames.includes('latest')
      ? write(
          version,
          'latest',
          `Use "latest", which selects ${selectionWords(latestResolution)} in place of ${number}`,
        )
      : []),
  ];
}

const showReference = (reference: string | null): string => (reference === null ? 'no version' : show(reference));

/** The reference to a version at a cursor: the cursor of the version, or of the agent if the version is left out. */
const selectionHere = (cursor: Cursor): Selection | undefined =>
  cursor.marks['x-reference']?.to === 'agent' ? selectionOf(cursor) : selectionAt(cursor);

/** Whether the place accepts names as well as numbers. A filter and a base version accept only numbers. */
function mayBeNamed(version: Cursor): boolean {
  const { types = [] } = entryOf(version.entry);
  return (
    types.includes('string') &&
    types.some(type => type === 'integer' || type === 'number') &&
    !version.within('agent-filter')
  );
}

/** The tags and reserved words that select a version of an agent, live tags first. */
function* namesOf(agentId: string, number: number, workspace: Workspace): Generator<string> {
  const isLive = (name: string): boolean => workspace.facts.liveTags.includes(name);
  const tags = [...(workspace.agent(agentId)?.tags.values() ?? [])].filter(({ version }) => version === number);
  for (const { name } of tags.toSorted((a, b) => Number(isLive(b.name)) - Number(isLive(a.name)))) yield name;
  for (const name of ['latest_published', 'latest'])
    if (workspace.resolve(agentId, name).version === number) yield name;
}

function write(version: Cursor, newValue: string | number, title: string): Action[] {
  const { document, pointer } = version;
  const edits = textEditsOf(document, { title: '', safe: false, edits: [{ set: pointer, to: newValue }] });
  return edits.length === 0 ? [] : [{ title, kind: REWRITE_KIND, edits: [{ file: document.file, edits }] }];
}
