import type { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import { isObject } from '../json.ts';

/** What other files may ask of a document: the records it holds, by identity. */
export interface Summary {
  /** Agent records: whole files, items of a list of them, the agent of an export. */
  readonly agents: readonly Identified[];
  readonly listItems: readonly Identified[];
  readonly versionSummaries: readonly Identified[];
  /** LLM and conversation-flow engines, nested ones included. */
  readonly engines: readonly (Identified & { readonly kind: EngineKind })[];
  readonly components: readonly Identified[];
  readonly phoneNumbers: readonly Identified[];
}
export type EngineKind = 'llm' | 'conversation-flow';
/** A record under its identity; records without one ('' counts as none) are not indexed. */
export interface Identified {
  readonly id: string;
  readonly at: Cursor;
}

const none: readonly never[] = [];
const empty: Summary = {
  agents: [],
  listItems: [],
  versionSummaries: [],
  engines: [],
  components: [],
  phoneNumbers: [],
};
const nestedEngines = [
  ['conversationFlow', 'conversation-flow'],
  ['conversation_flow', 'conversation-flow'],
  ['serviceLlmData', 'llm'],
  ['service_llm', 'llm'],
  ['llm', 'llm'],
] as const;

/** Computed once per version of a document. */
export function summaryOf(document: Document): Summary {
  return document.memory.remember(summaryOf, undefined, () => summarise(document));
}

function summarise(document: Document): Summary {
  const { roots } = document;
  switch (document.kind) {
    case 'agent': {
      const engines = roots.flatMap(enginesIn);
      return {
        ...empty,
        agents: roots.flatMap(root => identified(agentOf(root), 'agent_id')),
        engines,
        components: engines.flatMap(engine => componentsIn(engine.at)),
      };
    }
    case 'agent-list':
      return {
        ...empty,
        listItems: roots
          .flatMap(root => (root.get('items').isArray ? root.get('items').items() : [root]))
          .flatMap(at => identified(at, 'agent_id')),
      };
    case 'agent-versions': {
      const fromName = /([^/]+)\.agent-versions\.jsonc?$/i.exec(document.file)?.[1];
      return {
        ...empty,
        versionSummaries: roots.flatMap(root => {
          const id = root.get('agent_id').string() || fromName;
          const items = root.get('versions').isArray ? root.get('versions').items() : [root];
          return id ? items.filter(at => at.get('version').integer() !== undefined).map(at => ({ id, at })) : [];
        }),
      };
    }
    case 'llm':
      return {
        ...empty,
        engines: roots.flatMap(root => identified(root, 'llm_id').map(e => ({ ...e, kind: 'llm' as const }))),
      };
    case 'conversation-flow':
      return {
        ...empty,
        engines: roots.flatMap(root =>
          identified(root, 'conversation_flow_id').map(e => ({ ...e, kind: 'conversation-flow' as const })),
        ),
        components: roots.flatMap(componentsIn),
      };
    case 'flow-component':
      return { ...empty, components: roots.flatMap(root => identified(root, 'conversation_flow_component_id')) };
    case 'phone-number':
      return { ...empty, phoneNumbers: roots.flatMap(root => identified(root, 'phone_number')) };
    default:
      return empty;
  }
}

/** The agent of a root: itself, or the `agent` of an export that wraps it. */
export const agentOf = (root: Cursor): Cursor => (root.is('agent-export') ? root.get('agent') : root);

function identified(at: Cursor, key: string): readonly Identified[] {
  const id = at.peek(key);
  return typeof id === 'string' && id !== '' ? [{ id, at }] : none;
}

/** The engines that are nested in an agent's file: in the agent, or beside it in an export. */
function enginesIn(root: Cursor): readonly (Identified & { kind: EngineKind })[] {
  const agent = agentOf(root);
  const found: (Identified & { kind: EngineKind })[] = [];
  for (const holder of agent === root ? [root] : [root, agent])
    for (const [key, kind] of nestedEngines) {
      if (isObject(holder.peek(key))) found.push(...engineIn(holder.get(key), kind, agent));
    }
  return found.length > 0 ? found : none;
}

/** A nested engine without an id of its own is the one its agent names. */
function engineIn(at: Cursor, kind: EngineKind, agent: Cursor): (Identified & { kind: EngineKind })[] {
  const key = kind === 'llm' ? 'llm_id' : 'conversation_flow_id';
  const id = at.get(key).string() || agent.get('response_engine').get(key).string();
  return id ? [{ id, at, kind }] : [];
}

const componentsIn = (engine: Cursor): Identified[] =>
  engine
    .get('components')
    .items()
    .flatMap(at => identified(at, 'conversation_flow_component_id'));
