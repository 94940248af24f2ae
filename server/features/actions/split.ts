import { Document } from '../../core/document.ts';
import type { Cursor } from '../../core/cursor.ts';
import { applyTextEdits } from '../../core/fixing/apply.ts';
import { indentAt, styleOf } from '../../core/fixing/print.ts';
import { textEditsOf } from '../../core/fixing/text-edits.ts';
import { slugOf } from '../../core/domain/record-files.ts';
import type { Kind } from '../../core/kinds.ts';
import { split } from '../../core/json/pointer.ts';
import { count, listed } from '../../core/wording.ts';
import { agentOf, enginesInside } from '../../core/workspace/records.ts';
import { offsetContext } from '../offset-context.ts';
import type { FileEdits, NewFile } from '../file-change.ts';
import type { Action, SelectionContext } from './action.ts';
import { changesBetween } from './changes.ts';

/** The reason why a text cannot be split, as a clause. */
export interface NotSplit {
  readonly reason: string;
}
/** Whether a file with this path already exists. */
export type PathCheck = (file: string) => boolean;

/**
 * Splits an export, which contains an agent and its engine in one file, into a file for each of the two. The agent
 * keeps its file.
 */
export function splitExport({ document, span }: SelectionContext, isTaken: PathCheck): Action[] {
  const [root] = document.kind === 'agent' && document.valid ? document.roots : [];
  if (!root || document.roots.length !== 1 || root.parent) return [];
  const agent = agentOf(root),
    engines = agent.isObject ? enginesInside(root) : [];
  if (engines.length === 0 || !isAbout(document, [root, agent], span.start)) return [];
  const action = {
    title: `Split into ${listed(['agent', ...engines.map(({ kind }) => kind.replace('-', ' '))], 'and')} files`,
    kind: 'refactor.move',
  };
  const parts = splitAgent(root);
  if ('reason' in parts) return [{ ...action, edits: [], disabledReason: parts.reason }];
  if (new Document(document.file, parts.agent, 0, document.assignedKind).kind !== 'agent')
    return [
      {
        ...action,
        edits: [],
        disabledReason:
          'the kind of the agent alone would not be recognized by its content; name the file *.agent.json first',
      },
    ];
  const base = document.file.replace(/(?:\.agent)?\.jsonc?$/i, '');
  const files = namedFiles(
    parts.engines.map(engine => ({ ...engine, base })),
    isTaken,
  );
  // an editor stops at a file that already exists, and at that time the agent file is still unchanged
  const edits: FileEdits[] = [...files, { file: document.file, edits: changesBetween(document.text, parts.agent) }];
  return [{ ...action, edits }];
}

/** Whether an offset is outside of the file's record, or at a key or value of one of these objects itself. */
function isAbout(document: Document, objects: readonly Cursor[], offset: number): boolean {
  const place = offsetContext(document, offset),
    holder = place?.part === 'between' || !place?.cursor.parent ? place?.cursor : place.cursor.parent;
  return !holder?.parent || objects.some(object => object.pointer === holder.pointer);
}

/**
 * The files for a text of records: one file for each record; for an export, one for the agent and one for its engine.
 * @param folder the folder of the new files, relative to the workspace root; empty for the root
 */
export function filesOf(text: string, folder: string, isTaken: PathCheck): readonly NewFile[] | NotSplit {
  const wholeDocument = new Document('pasted.json', text);
  if (!wholeDocument.valid || wholeDocument.value === undefined) return { reason: 'the text is not JSON' };
  const isList = Array.isArray(wholeDocument.value);
  const records = isList ? wholeDocument.at('').items() : [wholeDocument.at('')];
  const noFiles = wholeDocument.kind !== undefined && !HOLDS_RECORDS.has(wholeDocument.kind) ? [] : undefined;
  if (noFiles)
    return namedFiles(
      [{ kind: wholeDocument.kind!, text: withLineEnd(text), base: join(folder, wholeDocument.kind!) }],
      isTaken,
    );
  const pieces: Part[] = [];
  for (const [i, record] of records.entries()) {
    const document = new Document('pasted.json', isList ? partOf(record) : withLineEnd(text));
    const { kind } = document,
      [root] = document.roots;
    if (!kind || !root)
      return {
        reason: isList ? `item ${i} is no record that Preflight knows` : 'it is no record that Preflight knows',
      };
    const parts = kind === 'agent' ? splitAgent(root) : undefined;
    if (parts && 'reason' in parts) return parts;
    const base = join(folder, nameOf(kind === 'agent' ? agentOf(root) : root, kind));
    pieces.push(
      { kind, text: parts?.agent ?? document.text, base },
      ...(parts?.engines ?? []).map(engine => ({ ...engine, base })),
    );
  }
  return pieces.length === 0 ? { reason: 'the list is empty' } : namedFiles(pieces, isTaken);
}

/** Kinds whose files contain one record each. Lists of versions, weights and agents are not split. */
const HOLDS_RECORDS: ReadonlySet<Kind> = new Set([
  'agent',
  'llm',
  'conversation-flow',
  'flow-component',
  'phone-number',
  'batch-call',
  'test-case',
  'alert-rule',
  'alert-incident',
]);

interface Part {
  readonly kind: Kind;
  readonly text: string;
  /** The path without the suffix that determines the kind. */
  readonly base: string;
}

/** The texts of an agent and of the engines inside it. */
export function splitAgent(
  root: Cursor,
): { readonly agent: string; readonly engines: readonly Omit<Part, 'base'>[] } | NotSplit {
  const agent = agentOf(root),
    { document } = root;
  const engines: Omit<Part, 'base'>[] = [];
  const nestedEngines = enginesInside(root);
  if (nestedEngines.length > 1)
    return { reason: `it has ${count(nestedEngines.length, 'engine')}, but an agent has only one` };
  for (const { at, kind } of nestedEngines) {
    const key = kind === 'llm' ? 'llm_id' : 'conversation_flow_id',
      ownName = at.get(key).string(),
      engineId = agent.get('response_engine').get(key).string();
    if (!ownName && !engineId) return { reason: `neither the agent nor its engine has a ${key} to link the two` };
    if (ownName && engineId !== ownName)
      return { reason: `the agent runs on ${engineId ?? 'no engine by id'}, and the engine in the file is ${ownName}` };
    const text = partOf(at);
    engines.push({ kind, text: ownName ? text : withFirst(text, key, engineId!) });
  }
  const remainingText =
    agent === root ? textWithout(document, engines.length > 0 ? nestedEngines.map(({ at }) => at) : []) : partOf(agent);
  const remainder = new Document(document.file, remainingText, 0, document.assignedKind);
  // an agent within an export may itself contain the engine
  const inner =
    agent === root
      ? []
      : nestedEngines.filter(({ at }) => at.parent === agent || at.pointer.startsWith(`${agent.pointer}/`));
  return {
    agent:
      inner.length === 0
        ? remainingText
        : textWithout(
            remainder,
            inner.map(({ at }) => remainder.at(at.pointer.slice(agent.pointer.length) as '')),
          ),
    engines,
  };
}

/** The text of a value as a separate file, dedented. */
export function partOf(cursor: Cursor): string {
  const { document } = cursor,
    { nodes } = document.parsed;
  const { node = 0 } = nodes.find(split(cursor.pointer)),
    { start, end } = nodes.span(node);
  const base = indentAt(document.text, start);
  const text = document.text
    .slice(start, end)
    .replace(
      /(\r\n|\n|\r)([ \t]+)/g,
      (_, eol: string, indent: string) => eol + (indent.startsWith(base) ? indent.slice(base.length) : indent),
    );
  return withLineEnd(text, styleOf(document).eol);
}
const withLineEnd = (text: string, eol = '\n'): string => text.trimEnd() + eol;

const textWithout = (document: Document, places: readonly Cursor[]): string => {
  const edits = textEditsOf(document, {
    title: '',
    safe: false,
    edits: places.map(({ pointer }) => ({ remove: pointer })),
  });
  return applyTextEdits(document.text, edits) ?? document.text;
};

/** The text of an object with a new first member. */
function withFirst(text: string, key: string, value: string): string {
  const { eol, indent, isCompact: compact } = styleOf(new Document('part.json', text));
  const isFlat = !/[\r\n]/.test(text.trimEnd()),
    gap = isFlat ? '' : eol + indent;
  const isEmpty = /^\{\s*\}\s*$/.test(text);
  return `{${gap}${JSON.stringify(key)}:${compact ? '' : ' '}${JSON.stringify(value)}${isEmpty ? '' : ','}${text.trimStart().slice(1)}`;
}

const nameKeys = [
  'agent_name',
  'name',
  'nickname',
  'agent_id',
  'llm_id',
  'conversation_flow_id',
  'phone_number',
  'batch_call_id',
  'alert_incident_id',
];

function nameOf(record: Cursor, kind: Kind): string {
  const name = nameKeys.map(key => record.get(key).string()).find(text => text !== undefined && slugOf(text) !== '');
  return name === undefined ? kind : slugOf(name);
}
/** The files, each with a unique path. */
function namedFiles(parts: readonly Part[], isTaken: PathCheck): NewFile[] {
  const names = new Set<string>();
  return parts.map(({ kind, text, base }) => {
    const path = (n: number): string => `${base}${n === 1 ? '' : `-${n}`}.${kind}.json`;
    let n = 1;
    while (isTaken(path(n)) || names.has(path(n).toLowerCase())) n++;
    names.add(path(n).toLowerCase());
    return { file: path(n), create: text };
  });
}
export const join = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);
