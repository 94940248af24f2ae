import type { Cursor } from '../core/cursor.ts';
import { referencesOf, resolutionOf } from '../core/index/agent-references.ts';
import { fnv1a } from '../core/json/by-text.ts';
import { parentOf, type Pointer } from '../core/json/pointer.ts';
import { kindNames, type Kind } from '../core/kinds.ts';
import { addTo } from '../core/json/multimap.ts';
import { agentIdInName } from '../core/workspace/version-references.ts';
import { agentOf, enginesInside, placeOf, type Place } from '../core/workspace/records.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { lookupOf, namesIn, type NameReference } from './name-references.ts';

/** A record of the platform in a file, or inside another record of the file. */
export interface RecordNode extends Place {
  readonly kind: Kind;
  /** The id of the record; undefined if it has none. */
  readonly id: string | undefined;
  readonly version: number | undefined;
  /** A key that is equal in every state of the files: kind, id and number; the place of a record without an id. */
  readonly identity: string;
  /**
   * The results of resolving the names and references in the record, without following them further: `desk@prod =
   * resolved 2 …`, each with the agent that is its evidence.
   */
  readonly answers: Map<string, EvidenceAgents>;
  /** The records to which this record refers, or which it contains. */
  readonly leads: Set<RecordNode>;
  /**
   * The records that this record uses without being affected by their references: the number from which a batch calls.
   */
  readonly uses: Set<RecordNode>;
}
/** The agent whose records are the evidence for a result, if there is one. */
type EvidenceAgents = string | undefined;

export interface RecordGraph {
  readonly nodes: readonly RecordNode[];
  /** The records about an agent: the records, list items and version summaries of the agent. */
  readonly aboutAgent: ReadonlyMap<string, readonly RecordNode[]>;
}

/** Every record of a workspace, and the records to which it refers. */
export function recordGraph(workspace: Workspace): RecordGraph {
  return workspace.memory.remember(recordGraph, undefined, () => new Builder(workspace).graph());
}

// selectors are constants, because results are cached by document and selector
const numbers = { among: ['x-format=phone-number'] } as const;

/** The length above which summaries of a resolution are compared by length and hash. */
const MAX_LENGTH = 1000;

class Builder {
  readonly #workspace: Workspace;
  readonly #nodes = new Map<string, RecordNode>();
  readonly #aboutAgent = new Map<string, RecordNode[]>();
  readonly #summaries = new Map<Resolution, string>();
  /** The keys of all links from owners to versions, because many references of one owner select the same version. */
  readonly #links = new Set<string>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  graph(): RecordGraph {
    for (const root of this.#workspace.roots(...kindNames)) this.#add(root.recordKind!, root);
    for (const node of this.#nodes.values()) {
      const outerNode = this.#ownerOf({ file: node.file, pointer: parentOf(node.pointer) });
      if (node.pointer !== '' && outerNode) outerNode.leads.add(node);
    }
    this.#linkSameIdentity();
    this.#selections();
    this.#tags();
    this.#names();
    this.#engines();
    this.#numbers();
    return { nodes: [...this.#nodes.values()], aboutAgent: this.#aboutAgent };
  }

  #add(kind: Kind, root: Cursor): void {
    this.#addOne(kind, root);
    const engines = kind === 'agent' ? enginesInside(root) : [{ at: root, kind }];
    for (const { at, kind: recordKind } of engines) {
      if (kind === 'agent') this.#addOne(recordKind, at);
      this.#addAll('flow-component', at.get('components').items());
    }
  }
  #addAll(kind: Kind, items: readonly Cursor[]): void {
    for (const item of items) if (item.isObject) this.#addOne(kind, item);
  }
  #addOne(kind: Kind, cursor: Cursor): void {
    const place = placeOf(cursor),
      record = kind === 'agent' ? agentOf(cursor) : cursor,
      id = idOf(kind, record),
      version = record.get('version').integer();
    const identity = JSON.stringify(id === undefined ? [kind, place.file, place.pointer] : [kind, id, version ?? null]);
    const node = {
      kind,
      id,
      version,
      identity,
      ...place,
      answers: new Map<string, EvidenceAgents>(),
      leads: new Set<RecordNode>(),
      uses: new Set<RecordNode>(),
    };
    this.#nodes.set(keyOf(place), node);
    if (id !== undefined && (kind === 'agent' || kind === 'agent-list' || kind === 'agent-versions'))
      addTo(this.#aboutAgent, id, node);
  }

  /** The innermost record around a place. */
  #ownerOf({ file, pointer }: Place): RecordNode | undefined {
    for (let parent: Pointer = pointer; ; parent = parentOf(parent)) {
      const node = this.#nodes.get(keyOf({ file, pointer: parent }));
      if (node || parent === '') return node;
    }
  }
  readonly #ownerAt = (cursor: Cursor): RecordNode | undefined => this.#ownerOf(placeOf(cursor));
  #link(source: RecordNode | undefined, targets: Iterable<RecordNode | undefined>): void {
    for (const target of targets) if (source && target && target !== source) source.leads.add(target);
  }

  /**
   * Links records with the same identity, because two files with the same record describe one record on the platform.
   */
  #linkSameIdentity(): void {
    const groups = new Map<string, RecordNode[]>();
    for (const node of this.#nodes.values()) addTo(groups, node.identity, node);
    for (const group of groups.values()) for (const node of group) if (group.length > 1) this.#link(node, group);
  }

  /** The records of a version of an agent; without a version, all records of the agent. */
  #recordsOf(agentId: string, version: number | null): RecordNode[] {
    const agentNodes = (this.#aboutAgent.get(agentId) ?? []).filter(({ kind }) => kind === 'agent');
    return version === null ? agentNodes : agentNodes.filter(node => node.version === version);
  }

  #selections(): void {
    for (const reference of referencesOf(this.#workspace)) {
      const owner = this.#ownerAt(reference.at),
        { agentId, fromNumber } = reference;
      const resolution = resolutionOf(reference, this.#workspace);
      owner?.answers.set(
        JSON.stringify([agentId, reference.reference, fromNumber, this.#summaryOf(resolution)]),
        agentId,
      );
      const linkKey = `${owner && keyOf(owner)} ${agentId} ${resolution.version}`;
      if (this.#links.has(linkKey)) continue;
      this.#links.add(linkKey);
      this.#link(owner, this.#recordsOf(agentId, resolution.version));
    }
  }
  #summaryOf(resolution: Resolution): string {
    let summary = this.#summaries.get(resolution);
    if (summary === undefined) {
      const { outcome, version, isPublished, variablesFrom, variables, variablesOutcome, candidates } = resolution;
      summary = JSON.stringify([outcome, version, isPublished, variablesFrom, variables, variablesOutcome, candidates]);
      // long summaries are hashed, because a thousand references may have a thousand candidates each
      if (summary.length > MAX_LENGTH) summary = `${summary.length} ${fnv1a(summary)}`;
      this.#summaries.set(resolution, summary);
    }
    return summary;
  }

  #tags(): void {
    for (const item of this.#workspace.recordsOf('listItems'))
      for (const { version } of item.tags ?? [])
        if (typeof version === 'number') this.#link(this.#ownerOf(item), this.#recordsOf(item.id, version));
  }

  #names(): void {
    for (const reference of namesIn(this.#workspace)) {
      const { kind, name, at } = reference,
        owner = this.#ownerAt(at),
        lookup = owner && lookupOf(reference, this.#workspace);
      if (!lookup) continue;
      owner.answers.set(JSON.stringify([kind, name, lookup.outcome]), kind === 'agent' ? name : undefined);
      if (lookup.outcome === 'found' && !isNumbered(reference)) this.#link(owner, lookup.records.map(this.#ownerAt));
    }
  }

  /** Links agents to their engines. */
  #engines(): void {
    for (const { kind, file, pointer, ...node } of this.#nodes.values()) {
      if (kind !== 'agent' && kind !== 'test-case') continue;
      const cursor = this.#workspace.at({ file, pointer }),
        engine = this.#workspace.engineOf(kind === 'agent' ? agentOf(cursor) : cursor);
      const target = engine && this.#ownerAt(engine);
      node.answers.set(JSON.stringify(['engine', target?.identity ?? null]), undefined);
      this.#link(this.#nodes.get(keyOf({ file, pointer })), [target]);
    }
  }

  #numbers(): void {
    for (const cursor of this.#workspace.collect(numbers)) {
      const owner = this.#ownerAt(cursor),
        isCaller = cursor.key === 'from_number' && cursor.within('batch-call', 'batch-call-response') !== undefined;
      for (const record of this.#workspace.tables.phoneNumbers.get(cursor.string() ?? '') ?? []) {
        const target = this.#ownerOf(record);
        if (owner && target && target !== owner) (isCaller ? owner.uses : owner.leads).add(target);
      }
    }
  }
}

/** Whether a reference by name also selects a version. */
function isNumbered({ kind, at }: NameReference): boolean {
  if (kind === 'llm' || kind === 'conversation-flow') return at.parent?.is('response-engine') === true;
  if (kind === 'llm-version' || kind === 'conversation-flow-version') return true;
  if (kind !== 'agent' || !at.parent?.is('agent-filter')) return false;
  const version = at.sibling('version');
  return version.isArray ? version.items().length > 0 : version.exists && !version.isNull;
}

const idKeys: { readonly [kind in Kind]?: string } = {
  agent: 'agent_id',
  'agent-list': 'agent_id',
  'agent-versions': 'agent_id',
  llm: 'llm_id',
  'conversation-flow': 'conversation_flow_id',
  'flow-component': 'conversation_flow_component_id',
  'phone-number': 'phone_number',
  'test-case': 'test_case_definition_id',
  'alert-rule': 'alert_rule_id',
  'alert-incident': 'alert_incident_id',
  'batch-call': 'batch_call_id',
};

function idOf(kind: Kind, record: Cursor): string | undefined {
  const key = idKeys[kind],
    ownKey = key === undefined ? undefined : record.get(key).string();
  if (ownKey) return ownKey;
  const summaries = record.parent?.parent ?? record;
  return (kind === 'agent-versions' ? summaries.get('agent_id').string() : undefined) || agentIdInName(record);
}
