import { recordName } from '../core/workspace/names.ts';
import type { Cursor } from '../core/cursor.ts';
import type { MarkedPlaces } from '../core/shapes/at.ts';
import { lookupAs, type Lookup } from '../core/index/lookup.ts';
import type { RecordKind } from '../core/shapes/table.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/** A reference to something other than an agent version: an engine, a component, a node, a tool, a tag, a field. */
export interface NameReference {
  readonly kind: RecordKind;
  readonly name: string;
  readonly at: Cursor;
}

// selectors are constants, because results are cached by document and selector
const markedPlaces: MarkedPlaces = {
  among: ['x-reference'],
  hasProperty: ({ 'x-reference': reference }) =>
    reference !== undefined &&
    reference.to !== 'agent' &&
    (reference.to !== 'agent-version' || reference.of === undefined),
};
/**
 * Further fields that contain names: the schemas do not mark them as references, or they refer to an agent without a
 * version.
 */
const otherFields = {
  'agent-filter': '/agent_id',
  'agent-tag-filter': '/value',
  'tool-mock': '/tool_name',
} as const;
const kindOf = (cursor: Cursor): RecordKind => {
  if (cursor.parent?.is('tool-mock')) return 'tool';
  return cursor.marks['x-reference']?.to ?? 'tag';
};

/**
 * Every reference to something other than an agent version. Values that the platform recorded (a base version, the tags
 * of a version, the flows of a component, the subject of an alert) are history, not references.
 */
export function namesIn(workspace: Workspace): readonly NameReference[] {
  return workspace.memory.remember(namesIn, undefined, () =>
    [...workspace.collect(markedPlaces), ...workspace.collect(otherFields)].flatMap((cursor): NameReference[] => {
      const { value } = cursor;
      if ((typeof value !== 'string' && typeof value !== 'number') || value === '' || isHistory(cursor, workspace))
        return [];
      return [{ kind: kindOf(cursor), name: String(value), at: cursor }];
    }),
  );
}

function isHistory(cursor: Cursor, { facts }: Workspace): boolean {
  const { parent } = cursor;
  if (cursor.marks['x-response-only'] === true || parent?.marks['x-response-only'] === true) return true;
  // the assignment of a live tag is followed as a reference of the tag
  if (parent?.is('root-tag-state')) return facts.liveTags.includes(parent.key);
  return parent?.is('agent-version-summary') === true || cursor.within('alert-incident') !== undefined;
}

export const lookupOf = ({ kind, at }: NameReference, workspace: Workspace): Lookup | undefined =>
  lookupAs(kind, at, workspace);

const withinFile: ReadonlySet<RecordKind> = new Set(['node', 'state', 'mcp']);
/** Whether the target of a reference is always in the same file. */
export const isLocal = ({ kind }: NameReference): boolean => withinFile.has(kind);

/**
 * The field of the agent or engine to which a version belongs, according to the schema; empty for other references.
 */
export function ownerFields(cursor: Cursor): readonly Cursor[] {
  const { of } = cursor.marks['x-reference'] ?? {};
  return of === undefined ? [] : [cursor.sibling(of)];
}

/** A reference in words: `llm_id engine of Front desk`. */
export const nameInWords = ({ kind, at, name }: NameReference, ...workspaces: readonly Workspace[]): string =>
  `${at.label} ${recordName(kind, name, ...workspaces)}`;

/** The reason why the target of a name is missing, as a clause. */
export function absenceInWords(lookup: Lookup, { kind }: NameReference): string {
  if (lookup.outcome === 'found') return 'it exists';
  if (lookup.outcome === 'missing') return `no such ${nouns[kind]}`;
  switch (lookup.reason) {
    case 'no-list':
      return `the list of ${nouns[kind]}s is gone`;
    case 'unidentified':
      return `no ${nouns[kind]} with this id is listed`;
    case 'unread':
      return `no such ${nouns[kind]} in the readable files`;
    case 'shared':
      return 'it may exist on the platform only';
    case 'nowhere':
      return `there are no ${nouns[kind]}s in this workspace`;
    case 'filled-in':
      return 'its value comes from a variable';
    case 'unresolved':
      return 'no such version in this workspace';
    default:
      return `no such ${nouns[kind]} in this workspace`;
  }
}

/** The name of a kind of record. */
export const nouns: Readonly<Record<RecordKind, string>> = {
  agent: 'agent',
  'agent-version': 'version',
  llm: 'LLM engine',
  'llm-version': 'version of the engine',
  'conversation-flow': 'conversation flow',
  'conversation-flow-version': 'version of the flow',
  'flow-component': 'component',
  node: 'node',
  tool: 'tool',
  mcp: 'MCP server',
  state: 'state',
  tag: 'tag',
  'analysis-field': 'analysis field',
  'phone-number': 'phone number',
};
