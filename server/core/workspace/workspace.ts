import type { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import { Dispatch } from '../engine/dispatch.ts';
import type { At } from '../engine/at.ts';
import { isObject, property } from '../json.ts';
import { Memory } from '../memory.ts';
import { gatherAgents, movedAgents, type AgentFacts } from './agents.ts';
import { movedIndex, movedRecords } from './carried.ts';
import { defaultFacts, type Facts } from './facts.ts';
import { resolve, type Resolution } from './resolve.ts';
import { agentOf, summaryOf, type EngineKind, type Identified } from './summary.ts';

export interface EngineReference {
  readonly kind: EngineKind;
  readonly id: string;
  readonly version: number | null;
  readonly at: Cursor;
}

/** An immutable snapshot of the files and of what the configuration knows beside them. Indexes are made when first asked for. */
export class Workspace {
  readonly documents: readonly Document[];
  readonly facts: Facts;
  /** What others have computed of this snapshot. */
  readonly memory = new Memory();
  #byFile: ReadonlyMap<string, Document> | undefined;
  #agents: ReadonlyMap<string, AgentFacts> | undefined;
  #engines: Record<EngineKind, ReadonlyMap<string, readonly Cursor[]>> | undefined;
  #components: ReadonlyMap<string, readonly Cursor[]> | undefined;
  #phoneNumbers: ReadonlyMap<string, readonly Cursor[]> | undefined;
  /** By the value of an engine. */
  #agentsOn: Map<unknown, Cursor[]> | undefined;
  #resolutions = new Map<string, Map<string | number | null, Resolution>>();
  /** By selector; of each document, where it is known. */
  readonly #collected = new Map<
    At,
    { readonly parts: (readonly Cursor[] | undefined)[]; all: readonly Cursor[] | undefined }
  >();

  constructor(documents: readonly Document[], facts: Partial<Facts> = {}) {
    this.documents = documents;
    this.facts = { ...defaultFacts, ...facts };
  }
  /** The snapshot with one document replaced, or added where its name belongs. */
  with(document: Document): Workspace {
    const documents = [...this.documents],
      { file } = document;
    const known = documents.findIndex(one => one.file === file);
    if (known >= 0) documents[known] = document;
    else {
      const after = documents.findIndex(one => one.file > file);
      documents.splice(after < 0 ? documents.length : after, 0, document);
    }
    const next = new Workspace(documents, this.facts);
    if (known >= 0) next.#carry(this, known);
    return next;
  }
  /** Takes over what was found out before one document changed, as far as that change cannot matter. */
  #carry(before: Workspace, index: number): void {
    const old = before.documents[index]!,
      now = this.documents[index]!;
    if (before.#byFile) this.#byFile = new Map(before.#byFile).set(now.file, now);
    for (const [at, { parts }] of before.#collected)
      this.#collected.set(at, { parts: parts.with(index, undefined), all: undefined });
    if (!before.#agents && !before.#engines && !before.#components && !before.#phoneNumbers) return;
    const moved = movedRecords(old, now);
    if (!moved) return;
    const { agents, listItems, versionSummaries, engines, components, phoneNumbers } = summaryOf(old);
    const idsOf = (records: readonly Identified[]): string[] => records.map(({ id }) => id);
    if (before.#agents) {
      const ids = new Set(idsOf([...agents, ...listItems, ...versionSummaries]));
      this.#agents = movedAgents(moved, before.#agents, ids, this.facts);
      this.#resolutions = new Map(before.#resolutions);
      for (const id of ids) this.#resolutions.delete(id);
    }
    const ofKind = (kind: EngineKind): string[] => idsOf(engines.filter(engine => engine.kind === kind));
    if (before.#engines) {
      const { llm, 'conversation-flow': flows } = before.#engines;
      this.#engines = {
        llm: movedIndex(moved, llm, ofKind('llm')),
        'conversation-flow': movedIndex(moved, flows, ofKind('conversation-flow')),
      };
    }
    if (before.#components) this.#components = movedIndex(moved, before.#components, idsOf(components));
    if (before.#phoneNumbers) this.#phoneNumbers = movedIndex(moved, before.#phoneNumbers, idsOf(phoneNumbers));
  }
  without(file: string): Workspace {
    return new Workspace(
      this.documents.filter(d => d.file !== file),
      this.facts,
    );
  }

  document(file: string): Document | undefined {
    this.#byFile ??= new Map(this.documents.map(document => [document.file, document]));
    return this.#byFile.get(file);
  }

  get agents(): ReadonlyMap<string, AgentFacts> {
    return (this.#agents ??= gatherAgents(
      this.#all('agents'),
      this.#all('listItems'),
      this.#all('versionSummaries'),
      this.facts,
    ));
  }
  agent(id: string): AgentFacts | undefined {
    return this.agents.get(id);
  }

  /** Records of an engine by id: several where several versions are kept. */
  engines(kind: EngineKind): ReadonlyMap<string, readonly Cursor[]> {
    this.#engines ??= {
      llm: grouped(this.documents.flatMap(d => summaryOf(d).engines.filter(e => e.kind === 'llm'))),
      'conversation-flow': grouped(
        this.documents.flatMap(d => summaryOf(d).engines.filter(e => e.kind === 'conversation-flow')),
      ),
    };
    return this.#engines[kind];
  }
  get components(): ReadonlyMap<string, readonly Cursor[]> {
    return (this.#components ??= grouped(this.#all('components')));
  }
  get phoneNumbers(): ReadonlyMap<string, readonly Cursor[]> {
    return (this.#phoneNumbers ??= grouped(this.#all('phoneNumbers')));
  }

  /** Follows a reference to an agent's version; `null` means that the file gives none. */
  resolve(agentId: string, reference: string | number | null): Resolution {
    let known = this.#resolutions.get(agentId);
    if (!known) this.#resolutions.set(agentId, (known = new Map()));
    let resolution = known.get(reference);
    if (!resolution) known.set(reference, (resolution = resolve(this.agent(agentId), agentId, reference, this.facts)));
    return resolution;
  }

  /** The engine of an agent (a place of shape `agent-settings`): nested in its file, else by id and version among the files. */
  engineOf(agent: Cursor): Cursor | undefined {
    const holders = agent.parent?.is('agent-export') ? [agent, agent.parent] : [agent];
    for (const holder of holders)
      for (const key of ['conversationFlow', 'conversation_flow', 'serviceLlmData', 'service_llm', 'llm']) {
        if (isObject(holder.peek(key))) return holder.get(key);
      }
    const reference = engineReference(agent);
    const records = reference && this.engines(reference.kind).get(reference.id);
    if (!records || records.length === 0) return undefined;
    const exact = reference.version === null ? records.at(-1) : lastByVersion(records).get(reference.version);
    return (
      exact ?? (records.length === 1 && records[0]!.get('version').integer() === undefined ? records[0] : undefined)
    );
  }
  /** Every agent record of the workspace that runs on this engine (a place of shape `llm` or `conversation-flow`). */
  agentsOn(engine: Cursor): readonly Cursor[] {
    if (!this.#agentsOn) {
      this.#agentsOn = new Map();
      for (const agent of this.documents.filter(d => d.kind === 'agent').flatMap(d => d.roots.map(agentOf))) {
        const used = this.engineOf(agent)?.value;
        if (used === undefined) continue;
        const others = this.#agentsOn.get(used);
        if (others) others.push(agent);
        else this.#agentsOn.set(used, [agent]);
      }
    }
    return this.#agentsOn.get(engine.value) ?? [];
  }

  /** Every place of the workspace that a selector names. Give the same selector object again to have it remembered. */
  collect(at: At): readonly Cursor[] {
    let found = this.#collected.get(at);
    if (!found)
      this.#collected.set(
        at,
        (found = { parts: new Array<undefined>(this.documents.length).fill(undefined), all: undefined }),
      );
    if (!found.all) {
      const { parts } = found;
      for (const [index, document] of this.documents.entries()) parts[index] ??= collect(document, at);
      found.all = (parts as (readonly Cursor[])[]).flat();
    }
    return found.all;
  }

  #all(key: 'agents' | 'listItems' | 'versionSummaries' | 'components' | 'phoneNumbers'): Identified[] {
    return this.documents.flatMap(d => summaryOf(d)[key]);
  }
}

const byVersion = new WeakMap<readonly Cursor[], ReadonlyMap<unknown, Cursor>>();
/** The last record of each version. */
function lastByVersion(records: readonly Cursor[]): ReadonlyMap<unknown, Cursor> {
  let last = byVersion.get(records);
  if (!last) byVersion.set(records, (last = new Map(records.map(record => [record.get('version').value, record]))));
  return last;
}

/** What an agent's `response_engine` names, if it is an engine that files can hold. */
export function engineReference(agent: Cursor): EngineReference | undefined {
  const engine = agent.peek('response_engine');
  const [kind, key] =
    property(engine, 'type') === 'conversation-flow'
      ? (['conversation-flow', 'conversation_flow_id'] as const)
      : (['llm', 'llm_id'] as const);
  const id = property(engine, key);
  if (typeof id !== 'string' || id === '') return undefined;
  const at = agent.get('response_engine');
  return { kind, id, version: at.get('version').integer() ?? null, at };
}

const selectors = new WeakMap<At, Dispatch<true>>();

/** Every place of one document that a selector names; remembered per document and selector. */
export function collect(document: Document, at: At): readonly Cursor[] {
  return document.memory.remember(collect, at, () => {
    let dispatch = selectors.get(at);
    if (!dispatch) selectors.set(at, (dispatch = new Dispatch([[at, true as const]])));
    const cursors: Cursor[] = [];
    for (const root of document.roots)
      dispatch.walk(root, (_, node) => {
        cursors.push(node);
      });
    return cursors;
  });
}

function grouped(records: readonly Identified[]): Map<string, readonly Cursor[]> {
  const groups = new Map<string, Cursor[]>();
  for (const { id, at } of records) {
    const group = groups.get(id);
    if (group) group.push(at);
    else groups.set(id, [at]);
  }
  return groups;
}
