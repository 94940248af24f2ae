import type { Cursor } from '../cursor.ts';
import { selectionOf, type Selection } from './version-references.ts';
import { addNamesSetAt } from './setters.ts';
import type { Document } from '../document.ts';
import { withMark } from '../shapes/at.ts';
import { Dispatch } from '../dispatch.ts';
import { isObject, property, type Json } from '../json/json.ts';
import { isChatAgent, nestedEngines, type Kind } from '../kinds.ts';
import { lazy } from '../lazy.ts';
import type { Pointer } from '../json/pointer.ts';
import type {
  AgentRecord,
  Arm,
  ComponentRecord,
  EngineKind,
  EngineLink,
  EngineRecord,
  HandOver,
  Identified,
  ListItemRecord,
  NamedSetter,
  PageRecord,
  Place,
  Records,
  TagState,
} from './record-types.ts';
import { unreadIn, type Unread } from './unread.ts';

export type * from './record-types.ts';

// Records are written out field by field: spreading another object into one gives it a hidden class of its own, which
// is larger than the record.

const none: readonly never[] = [];

/** Computed once per version of a document, and kept after its value is freed. */
export const recordsOf = (document: Document): Records =>
  document.memory.remember(recordsOf, undefined, () =>
    exact(identities(document), contentsOf(document), unreadIn(document), pagesIn(document)),
  );

/** Lists of exact length: lists that grew item by item have much spare capacity, and these are kept for every file. */
const exact = (
  identified: Partial<Records>,
  { contents, sets }: Pick<Records, 'contents' | 'sets'>,
  unread: readonly Unread[],
  pages: readonly PageRecord[],
): Records => ({
  agents: trim(identified.agents),
  listItems: trim(identified.listItems),
  versionSummaries: trim(identified.versionSummaries),
  engines: trim(identified.engines),
  components: trim(identified.components),
  phoneNumbers: trim(identified.phoneNumbers),
  runners: trim(identified.runners),
  contents: trim(contents),
  sets: trim(sets),
  unread: trim(unread),
  pages: trim(pages),
});
const trim = <T>(list: readonly T[] = none): readonly T[] => (list.length === 0 ? none : list.slice());

function identities(document: Document): Partial<Records> {
  const { kinds } = document;
  if (kinds.length < 2) return identitiesOf(kinds[0], document);
  const parts = kinds.map(kind => identitiesOf(kind, document)),
    sorts = new Set(parts.flatMap(part => Object.keys(part) as (keyof Records)[]));
  return Object.fromEntries(
    Array.from(sorts, sort => [sort, parts.flatMap(part => (part[sort] as unknown[]) ?? none)]),
  );
}
function identitiesOf(kind: Kind | undefined, document: Document): Partial<Records> {
  const roots = kind ? document.rootsOf(kind) : none;
  switch (kind) {
    case 'agent': {
      const agents = roots.map(agentOf),
        engines = roots.flatMap(enginesIn);
      return {
        agents: agents.flatMap(agent => identified(agent, 'agent_id').map(({ id }) => versionRecord(agent, id))),
        engines: engines.flatMap(({ record }) => record ?? none),
        components: engines.flatMap(({ at }) => componentsIn(at)),
        runners: agents
          .filter(agent => agent.isObject)
          .map(agent => ({ file: agent.document.file, pointer: agent.pointer, engine: engineLink(agent) })),
      };
    }
    case 'agent-list':
      return {
        listItems: roots.flatMap(at => identified(at, 'agent_id').map(withItem(at))),
      };
    case 'agent-versions': {
      const fromName = /([^/]+)\.agent-versions\.jsonc?$/i.exec(document.file)?.[1];
      return {
        versionSummaries: roots.flatMap(root => {
          const id = [root, document.top].map(at => at.get('agent_id').string()).find(Boolean) || fromName;
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
          identified(root, 'phone_number').map(({ id, file, pointer }) => ({ id, file, pointer, arms: armsOf(root) })),
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
      more = hasMore(at);
    return typeof more === 'boolean' ? [{ file, pointer, kind, hasMore: more, readable }] : [];
  });

/** The agent of a root: itself, or the `agent` inside an export. */
export const agentOf = (root: Cursor): Cursor => (root.is('agent-export') ? root.get('agent') : root);
export const placeOf = (at: Cursor): Place => ({ file: at.document.file, pointer: at.pointer });

function identified(at: Cursor, key: string): readonly Identified[] {
  const id = at.peek(key);
  return typeof id === 'string' && id !== '' ? [{ id, file: at.document.file, pointer: at.pointer }] : none;
}

const text = (at: Cursor, key: string): string | undefined => {
  const value = at.peek(key);
  return typeof value === 'string' ? value : undefined;
};

/** What an agent's record, or a version summary, says about its version. */
function versionRecord(at: Cursor, id: string): AgentRecord {
  const published = at.peek('is_published');
  const base = at.peek('base_version');
  const modified = at.peek('last_modification_timestamp');
  const assigned = at.peek('assigned_tags');
  return {
    id,
    file: at.document.file,
    pointer: at.pointer,
    version: versionOf(at),
    isPublished: typeof published === 'boolean' ? published : undefined,
    baseVersion: base === null || typeof base === 'number' ? base : undefined,
    modified: typeof modified === 'number' ? modified : undefined,
    assignedTags: Array.isArray(assigned) ? trim(assigned.filter(tag => typeof tag === 'string')) : undefined,
    readable: at.document.readable,
    hasMore: hasMore(at.parent) === true,
    name: text(at, 'agent_name'),
    isChat: isChatAgent(at.value),
  };
}

/** The version number in a record, a summary or a tag state. */
function versionOf(at: Cursor): number | undefined {
  const version = at.peek('version');
  return Number.isSafeInteger(version) && (version as number) >= 0 ? (version as number) : undefined;
}

const withItem =
  (at: Cursor) =>
  ({ id, file, pointer }: Identified): ListItemRecord => {
    const channel = at.peek('channel');
    return {
      id,
      file,
      pointer,
      name: text(at, 'agent_name'),
      channel: channel === 'voice' || channel === 'chat' ? channel : undefined,
      tags: isObject(at.peek('tags')) ? at.get('tags').entries().map(tagState) : undefined,
      readable: at.document.readable,
    };
  };

function tagState(at: Cursor): TagState {
  const version = at.peek('version');
  const variables = at.get('dynamic_variables');
  return {
    file: at.document.file,
    pointer: at.pointer,
    name: at.key,
    version: version === undefined || version === null ? null : versionOf(at),
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
  return enginesHeld(root).map(({ at, kind }) => ({ at, record: nestedRecord(at, kind, agent) }));
}

/** The engines inside an agent's file. */
export const enginesHeld = (root: Cursor): readonly { readonly at: Cursor; readonly kind: EngineKind }[] => {
  const agent = agentOf(root);
  return (agent === root ? [root] : [root, agent]).flatMap(holder =>
    nestedEngines()
      .filter(([key]) => isObject(holder.peek(key)))
      .map(([key, kind]) => ({ at: holder.get(key), kind })),
  );
};

/** A nested engine without an id is the one that its agent names. */
function nestedRecord(at: Cursor, kind: EngineKind, agent: Cursor): EngineRecord | undefined {
  const key = kind === 'llm' ? 'llm_id' : 'conversation_flow_id';
  const id = at.get(key).string() || agent.get('response_engine').get(key).string();
  return id
    ? { id, file: at.document.file, pointer: at.pointer, kind, version: at.get('version').integer() }
    : undefined;
}

const engineRecord = (at: Cursor, kind: EngineKind, key: string): EngineRecord[] =>
  identified(at, key).map(({ id, file, pointer }) => ({
    id,
    file,
    pointer,
    kind,
    version: at.get('version').integer(),
  }));

const componentAt = (at: Cursor, isLocal: boolean): ComponentRecord[] =>
  identified(at, 'conversation_flow_component_id').map(({ id, file, pointer }) => ({
    id,
    file,
    pointer,
    name: text(at, 'name'),
    isLocal,
  }));
const componentsIn = (engine: Cursor): ComponentRecord[] =>
  engine
    .get('components')
    .items()
    .flatMap(at => componentAt(at, true));

/** The engine of a record (an agent, a test case): the one inside it, otherwise the one it names. */
export function engineLink(agent: Cursor): EngineLink {
  const holders = agent.parent?.is('agent-export') ? [agent, agent.parent] : [agent];
  for (const holder of holders)
    for (const [key] of nestedEngines()) if (isObject(holder.peek(key))) return { nested: holder.get(key).pointer };
  const named = engineReference(agent);
  return named && { kind: named.kind, id: named.id, version: named.version };
}

interface EngineReference {
  readonly kind: EngineKind;
  readonly id: string;
  readonly version: number | null;
  readonly at: Cursor;
}

/** What an agent's `response_engine` names, if it is an engine that can be in a file. */
export function engineReference(agent: Cursor): EngineReference | undefined {
  const engine = agent.peek('response_engine');
  const isFlow = property(engine, 'type') === 'conversation-flow';
  const id = property(engine, isFlow ? 'conversation_flow_id' : 'llm_id');
  if (typeof id !== 'string' || id === '') return undefined;
  const at = agent.get('response_engine');
  return { kind: isFlow ? 'conversation-flow' : 'llm', id, version: at.get('version').integer() ?? null, at };
}

function armsOf(number: Cursor): Arm[] {
  const lists = number.entries().filter(list => list.is('agent-weights'));
  return lists.flatMap(list =>
    list.items().flatMap(at => {
      const selection = selectionOf(at.get('agent_id'));
      return selection ? [armAt(at, selection, list.key)] : [];
    }),
  );
}

const armAt = (at: Cursor, { agentId, reference }: Selection, list: string): Arm => ({
  file: at.document.file,
  pointer: at.pointer,
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

/** What engines and components lead to, and what is set anywhere in the file; collected in one walk. */
function contentsOf(document: Document): Pick<Records, 'contents' | 'sets'> {
  const contents = new Map<Pointer, { file: string; pointer: Pointer; handOvers: HandOver[]; components: string[] }>();
  const sets: NamedSetter[] = [];
  const around = (node: Cursor): { handOvers: HandOver[]; components: string[] }[] => {
    const parts = [];
    for (let at = node.within(...engineShapes); at; at = at.parent?.within(...engineShapes)) {
      const { pointer } = at;
      let content = contents.get(pointer);
      if (!content) contents.set(pointer, (content = { file: document.file, pointer, handOvers: [], components: [] }));
      parts.push(content);
    }
    return parts;
  };
  for (const root of document.roots) {
    const names = new Set<string>();
    places().walk(root, (what, node) => {
      if (what === 'sets') {
        addNamesSetAt(node, names);
        return;
      }
      const id = node.string();
      if (what === 'component') {
        if (id) for (const { components } of around(node)) components.push(id);
        return;
      }
      const selection = selectionOf(node.get('agent_id'));
      if (!selection) return;
      const { agentId, reference } = selection;
      const handOver = { file: document.file, pointer: node.pointer, agentId, reference, by: what };
      for (const { handOvers } of around(node)) handOvers.push(handOver);
    });
    for (const name of names) sets.push({ name, ...placeOf(root) });
  }
  return { contents: contents.size === 0 ? none : [...contents.values()], sets };
}
