import type { Cursor } from '../cursor.ts';
import { selectionOf, type Selection } from './version-references.ts';
import { addNamesSetAt } from './setters.ts';
import type { Document } from '../document.ts';
import { withMark } from '../shapes/at.ts';
import { Dispatch } from '../dispatch.ts';
import { isObject, property, type Json } from '../json/json.ts';
import { isChatAgent, nestedEngines, type Kind } from '../kinds.ts';
import { lazy } from '../memory.ts';
import type { Pointer } from '../json/pointer.ts';
import type {
  AgentRecord,
  Arm,
  ComponentRecord,
  EngineKind,
  EngineLink,
  EngineRecord,
  HandOver,
  RecordWithId,
  ListItemRecord,
  NamedSetter,
  PageRecord,
  Place,
  Records,
  TagState,
} from './record-types.ts';
import { unreadIn, type UnreadFile } from './unread.ts';

export type * from './record-types.ts';

// Records are written out field by field: with a spread, V8 would give each record a hidden class of its own, which is
// larger than the record.

const emptyList: readonly never[] = [];

/**
 * The records of a document. They are computed once per version of the document, and kept after its value is freed.
 */
export const recordsOf = (document: Document): Records =>
  document.memory.remember(recordsOf, undefined, () =>
    trimLists(identities(document), contentsOf(document), unreadIn(document), pagesIn(document)),
  );

/**
 * Copies lists to their exact length: a list that grew item by item has spare capacity, and the lists of every file
 * are kept.
 */
const trimLists = (
  records: Partial<Records>,
  { contents, sets }: Pick<Records, 'contents' | 'sets'>,
  unreadFiles: readonly UnreadFile[],
  pages: readonly PageRecord[],
): Records => ({
  agents: trim(records.agents),
  listItems: trim(records.listItems),
  versionSummaries: trim(records.versionSummaries),
  engines: trim(records.engines),
  components: trim(records.components),
  phoneNumbers: trim(records.phoneNumbers),
  runners: trim(records.runners),
  contents: trim(contents),
  sets: trim(sets),
  unreadFiles: trim(unreadFiles),
  pages: trim(pages),
});
const trim = <T>(list: readonly T[] = emptyList): readonly T[] => (list.length === 0 ? emptyList : list.slice());

function identities(document: Document): Partial<Records> {
  const { kinds } = document;
  if (kinds.length < 2) return identitiesOf(kinds[0], document);
  const parts = kinds.map(kind => identitiesOf(kind, document)),
    sorts = new Set(parts.flatMap(part => Object.keys(part) as (keyof Records)[]));
  return Object.fromEntries(
    Array.from(sorts, sort => [sort, parts.flatMap(part => (part[sort] as unknown[]) ?? emptyList)]),
  );
}
function identitiesOf(kind: Kind | undefined, document: Document): Partial<Records> {
  const roots = kind ? document.rootsOf(kind) : emptyList;
  switch (kind) {
    case 'agent': {
      const agents = roots.map(agentOf),
        engines = roots.flatMap(enginesIn);
      return {
        agents: agents.flatMap(agent => recordsWithId(agent, 'agent_id').map(({ id }) => versionRecord(agent, id))),
        engines: engines.flatMap(({ record }) => record ?? emptyList),
        components: engines.flatMap(({ at }) => componentsIn(at)),
        runners: agents
          .filter(agent => agent.isObject)
          .map(agent => ({ file: agent.document.file, pointer: agent.pointer, engine: engineLink(agent) })),
      };
    }
    case 'agent-list':
      return {
        listItems: roots.flatMap(cursor => recordsWithId(cursor, 'agent_id').map(withItem(cursor))),
      };
    case 'agent-versions': {
      const fromName = /([^/]+)\.agent-versions\.jsonc?$/i.exec(document.file)?.[1];
      return {
        versionSummaries: roots.flatMap(root => {
          const id = [root, document.top].map(cursor => cursor.get('agent_id').string()).find(Boolean) || fromName;
          return id ? [versionRecord(root, id)] : [];
        }),
      };
    }
    case 'llm':
      return { engines: roots.flatMap(root => engineRecord(root, 'llm', 'llm_id')) };
    case 'conversation-flow':
      return {
        engines: roots.flatMap(root => engineRecord(root, 'conversation-flow', 'conversation_flow_id')),
        components: roots.flatMap(componentsIn),
      };
    case 'flow-component':
      return { components: roots.flatMap(root => componentAt(root, false)) };
    case 'phone-number':
      return {
        phoneNumbers: roots.flatMap(root =>
          recordsWithId(root, 'phone_number').map(({ id, file, pointer }) => ({
            id,
            file,
            pointer,
            arms: armsOf(root),
          })),
        ),
      };
    default:
      return {};
  }
}

const hasMore = (list: Cursor | undefined): Json | undefined => list?.parent?.peek('has_more');
const pagesIn = (document: Document): readonly PageRecord[] =>
  document.lists.flatMap(({ kind, at }) => {
    const { pointer } = at,
      { file, readable } = document,
      hasMorePages = hasMore(at);
    return typeof hasMorePages === 'boolean'
      ? [{ file, pointer, kind, hasMore: hasMorePages, isReadable: readable }]
      : [];
  });

/** The agent in a root: the root itself, or `agent` in an export. */
export const agentOf = (root: Cursor): Cursor => (root.is('agent-export') ? root.get('agent') : root);
/** The key of a place: its file and pointer in one string. */
export const placeId = ({ file, pointer }: { readonly file: string; readonly pointer: string }): string =>
  `${file}#${pointer}`;
export const placeOf = (cursor: Cursor): Place => ({ file: cursor.document.file, pointer: cursor.pointer });

function recordsWithId(cursor: Cursor, key: string): readonly RecordWithId[] {
  const id = cursor.peek(key);
  return typeof id === 'string' && id !== ''
    ? [{ id, file: cursor.document.file, pointer: cursor.pointer }]
    : emptyList;
}

const text = (cursor: Cursor, key: string): string | undefined => {
  const value = cursor.peek(key);
  return typeof value === 'string' ? value : undefined;
};

/** The facts about a version in an agent's record or a version summary. */
function versionRecord(cursor: Cursor, id: string): AgentRecord {
  const publishedValue = cursor.peek('is_published');
  const base = cursor.peek('base_version');
  const modifiedTime = cursor.peek('last_modification_timestamp');
  const assignedTags = cursor.peek('assigned_tags');
  return {
    id,
    file: cursor.document.file,
    pointer: cursor.pointer,
    version: versionOf(cursor),
    isPublished: typeof publishedValue === 'boolean' ? publishedValue : undefined,
    baseVersion: base === null || typeof base === 'number' ? base : undefined,
    modifiedAt: typeof modifiedTime === 'number' ? modifiedTime : undefined,
    assignedTags: Array.isArray(assignedTags) ? trim(assignedTags.filter(tag => typeof tag === 'string')) : undefined,
    isReadable: cursor.document.readable,
    hasMore: hasMore(cursor.parent) === true,
    name: text(cursor, 'agent_name'),
    isChat: isChatAgent(cursor.value),
  };
}

/** The version number in a record, a summary or a tag state. */
function versionOf(cursor: Cursor): number | undefined {
  const version = cursor.peek('version');
  return Number.isSafeInteger(version) && (version as number) >= 0 ? (version as number) : undefined;
}

const withItem =
  (cursor: Cursor) =>
  ({ id, file, pointer }: RecordWithId): ListItemRecord => {
    const channel = cursor.peek('channel');
    return {
      id,
      file,
      pointer,
      name: text(cursor, 'agent_name'),
      channel: channel === 'voice' || channel === 'chat' ? channel : undefined,
      tags: isObject(cursor.peek('tags')) ? cursor.get('tags').entries().map(tagState) : undefined,
      isReadable: cursor.document.readable,
    };
  };

function tagState(cursor: Cursor): TagState {
  const version = cursor.peek('version');
  const variables = cursor.get('dynamic_variables');
  return {
    file: cursor.document.file,
    pointer: cursor.pointer,
    name: cursor.key,
    version: version === undefined || version === null ? null : versionOf(cursor),
    variables: variables.value === undefined || variables.isNull ? {} : strings(variables),
  };
}

export function strings(node: Cursor): Record<string, string> | undefined {
  if (!node.isObject) return undefined;
  return Object.fromEntries(
    node.entries().flatMap(entry => (entry.string() === undefined ? [] : [[entry.key, entry.string()!]])),
  );
}

/** The engines nested in an agent's file: in the agent, or beside it in an export. */
function enginesIn(root: Cursor): { readonly at: Cursor; readonly record: EngineRecord | undefined }[] {
  const agent = agentOf(root);
  return enginesInside(root).map(({ at, kind }) => ({ at, record: nestedRecord(at, kind, agent) }));
}

/** The engines inside an agent's file. */
export const enginesInside = (root: Cursor): readonly { readonly at: Cursor; readonly kind: EngineKind }[] => {
  const agent = agentOf(root);
  return (agent === root ? [root] : [root, agent]).flatMap(holder =>
    nestedEngines()
      .filter(([key]) => isObject(holder.peek(key)))
      .map(([key, kind]) => ({ at: holder.get(key), kind })),
  );
};

/** The record of a nested engine. Without an id of its own, the engine has the id that its agent names. */
function nestedRecord(cursor: Cursor, kind: EngineKind, agent: Cursor): EngineRecord | undefined {
  const key = kind === 'llm' ? 'llm_id' : 'conversation_flow_id';
  const id = cursor.get(key).string() || agent.get('response_engine').get(key).string();
  return id
    ? { id, file: cursor.document.file, pointer: cursor.pointer, kind, version: cursor.get('version').integer() }
    : undefined;
}

const engineRecord = (cursor: Cursor, kind: EngineKind, key: string): EngineRecord[] =>
  recordsWithId(cursor, key).map(({ id, file, pointer }) => ({
    id,
    file,
    pointer,
    kind,
    version: cursor.get('version').integer(),
  }));

const componentAt = (cursor: Cursor, isLocal: boolean): ComponentRecord[] =>
  recordsWithId(cursor, 'conversation_flow_component_id').map(({ id, file, pointer }) => ({
    id,
    file,
    pointer,
    name: text(cursor, 'name'),
    isLocal,
  }));
const componentsIn = (engine: Cursor): ComponentRecord[] =>
  engine
    .get('components')
    .items()
    .flatMap(cursor => componentAt(cursor, true));

/** The engine of a record (an agent, a test case): the engine inside it, otherwise the engine that it names. */
export function engineLink(agent: Cursor): EngineLink {
  const holders = agent.parent?.is('agent-export') ? [agent, agent.parent] : [agent];
  for (const holder of holders)
    for (const [key] of nestedEngines()) if (isObject(holder.peek(key))) return { nested: holder.get(key).pointer };
  const reference = engineReference(agent);
  return reference && { kind: reference.kind, id: reference.id, version: reference.version };
}

interface EngineReference {
  readonly kind: EngineKind;
  readonly id: string;
  readonly version: number | null;
  readonly at: Cursor;
}

/** The engine that `response_engine` names, if its kind is stored in files. */
export function engineReference(agent: Cursor): EngineReference | undefined {
  const engine = agent.peek('response_engine');
  const isFlow = property(engine, 'type') === 'conversation-flow';
  const id = property(engine, isFlow ? 'conversation_flow_id' : 'llm_id');
  if (typeof id !== 'string' || id === '') return undefined;
  const cursor = agent.get('response_engine');
  return {
    kind: isFlow ? 'conversation-flow' : 'llm',
    id,
    version: cursor.get('version').integer() ?? null,
    at: cursor,
  };
}

function armsOf(number: Cursor): Arm[] {
  const lists = number.entries().filter(list => list.is('agent-weights'));
  return lists.flatMap(list =>
    list.items().flatMap(cursor => {
      const selection = selectionOf(cursor.get('agent_id'));
      return selection ? [armAt(cursor, selection, list.key)] : [];
    }),
  );
}

const armAt = (cursor: Cursor, { agentId, reference }: Selection, list: string): Arm => ({
  file: cursor.document.file,
  pointer: cursor.pointer,
  list,
  agentId,
  reference,
});

const places = lazy(
  () =>
    new Dispatch<HandOver['by'] | 'component' | 'sets'>([
      [{ 'agent-swap-tool': '', 'agent-swap-node': '' }, 'swap'],
      [{ 'transfer-agent': '' }, 'transfer'],
      [{ 'component-node': '/component_id' }, 'component'],
      [withMark('x-sets-variables'), 'sets'],
    ]),
);
const engineShapes = ['conversation-flow', 'flow-component', 'llm'] as const;

/** The hand-overs and components of each engine, and the variables set anywhere in the file, collected in one pass. */
function contentsOf(document: Document): Pick<Records, 'contents' | 'sets'> {
  const contents = new Map<Pointer, { file: string; pointer: Pointer; handOvers: HandOver[]; components: string[] }>();
  const sets: NamedSetter[] = [];
  const enclosingParts = (node: Cursor): { handOvers: HandOver[]; components: string[] }[] => {
    const parts = [];
    for (let cursor = node.within(...engineShapes); cursor; cursor = cursor.parent?.within(...engineShapes)) {
      const { pointer } = cursor;
      let content = contents.get(pointer);
      if (!content) contents.set(pointer, (content = { file: document.file, pointer, handOvers: [], components: [] }));
      parts.push(content);
    }
    return parts;
  };
  for (const root of document.roots) {
    const names = new Set<string>();
    places().walk(root, (kind, node) => {
      if (kind === 'sets') {
        addNamesSetAt(node, names);
        return;
      }
      const id = node.string();
      if (kind === 'component') {
        if (id) for (const { components } of enclosingParts(node)) components.push(id);
        return;
      }
      const selection = selectionOf(node.get('agent_id'));
      if (!selection) return;
      const { agentId, reference } = selection;
      const handOver = { file: document.file, pointer: node.pointer, agentId, reference, by: kind };
      for (const { handOvers } of enclosingParts(node)) handOvers.push(handOver);
    });
    for (const name of names) sets.push({ name, ...placeOf(root) });
  }
  return { contents: contents.size === 0 ? emptyList : [...contents.values()], sets };
}
