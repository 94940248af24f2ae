import type { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import { Dispatch } from '../dispatch.ts';
import type { Json } from '../json/json.ts';
import type { At } from '../shapes/at.ts';
import { Latest, Memory, Recent } from '../memory.ts';
import { AgentFacts, type AgentSources } from './agents.ts';
import { defaultFacts, type Facts } from './facts.ts';
import { engineLink, placeOf, type EngineKind, type Place } from './records.ts';
import { resolve, type Resolution } from './resolve.ts';
import { enginePlace, keyOf, sameRecords, tablesOf, type Tables } from './tables.ts';
import { MapView } from './views.ts';

export { engineReference, type EngineReference } from './records.ts';

/** Something that is asked of all files together, and answered with plain data. */
export type Question<Answer extends Json> = (workspace: Workspace, about: string) => Answer;

/** What is computed of the records alone: every workspace in which they are the same shares it. */
interface Shared {
  tables: Tables | undefined;
  readonly memory: Memory;
}

/**
 * An immutable snapshot of the files and of what the configuration knows beside them. What files say to each other is plain data, gathered
 * when first asked for; the places in it become cursors when somebody looks at them.
 */
export class Workspace {
  readonly facts: Facts;
  readonly #documents: readonly Document[];
  /** What others have computed of this snapshot. */
  readonly memory = new Memory();
  /** What others have computed of single records, with cursors in it. */
  readonly recent = new Recent(256);
  readonly #agents = { few: new Latest<string, AgentFacts>(FEW_AGENTS), large: new Map<string, AgentFacts>() };
  /** What is given out again and again: whoever looks for a name in it may remember what it found. */
  readonly #views: {
    agents?: ReadonlyMap<string, AgentFacts>;
  } & { [Part in EngineKind | 'components' | 'phoneNumbers']?: ReadonlyMap<string, readonly Cursor[]> } = {};
  #shared: Shared = { tables: undefined, memory: new Memory() };
  /** Where a file is among the documents: the same for all snapshots with the same files. */
  #positions: ReadonlyMap<string, number> | undefined;
  /** By selector; of each document, where it is known. */
  readonly #collected = new Map<
    At,
    { readonly parts: (readonly Cursor[] | undefined)[]; all: readonly Cursor[] | undefined }
  >();

  constructor(documents: readonly Document[], facts: Partial<Facts> = {}) {
    this.#documents = documents;
    this.facts = { ...defaultFacts, ...facts };
  }
  get documents(): readonly Document[] {
    return this.#documents;
  }
  /** The snapshot with one document replaced, or added where its name belongs. */
  with(document: Document): Workspace {
    const known = this.#position(document.file);
    if (known === undefined) {
      const after = this.#documents.findIndex(one => one.file > document.file);
      return new Workspace(
        this.#documents.toSpliced(after < 0 ? this.#documents.length : after, 0, document),
        this.facts,
      );
    }
    const next = new Workspace(this.#documents.with(known, document), this.facts);
    next.#positions = this.#positions;
    if (this.#shared.tables && sameRecords(this.#documents[known]!, document)) next.#shared = this.#shared;
    for (const [at, { parts }] of this.#collected)
      next.#collected.set(at, { parts: parts.with(known, undefined), all: undefined });
    return next;
  }
  without(file: string): Workspace {
    return new Workspace(
      this.#documents.filter(d => d.file !== file),
      this.facts,
    );
  }

  document(file: string): Document | undefined {
    const position = this.#position(file);
    return position === undefined ? undefined : this.#documents[position];
  }
  #position(file: string): number | undefined {
    this.#positions ??= new Map(this.#documents.map((document, i) => [document.file, i]));
    return this.#positions.get(file);
  }
  /** A place as it is now. */
  readonly at = ({ file, pointer }: Place): Cursor => this.document(file)!.at(pointer);
  readonly #lists = new Latest<readonly Place[], readonly Cursor[]>(FEW_LISTS);
  /** Rules ask for the same list again and again: the cursors of those that were asked for last are kept, with their files. */
  readonly #cursors = {
    at: this.at,
    all: (places: readonly Place[]): readonly Cursor[] => this.#lists.remember(places, () => places.map(this.at)),
  };

  /** What the files say to each other, as plain data. */
  get tables(): Tables {
    return this.#tables;
  }
  get #tables(): Tables {
    return (this.#shared.tables ??= tablesOf(this.#documents));
  }
  /**
   * The answer to a question about all files. A rule that asks first whether there can be anything to say lets a file be done with
   * once it is read: while the others are not known it gets the usual answer, and is asked again where that proves wrong.
   */
  ask<Answer extends Json>(question: Question<Answer>, about: string, _usual: Answer): Answer {
    return question(this, about);
  }
  /** What others have computed of the records alone; it holds no cursors. */
  get shared(): Memory {
    return this.#shared.memory;
  }

  get agents(): ReadonlyMap<string, AgentFacts> {
    return (this.#views.agents ??= new MapView(this.#tables.agents, (sources, id) => this.#agent(id, sources)));
  }
  agent(id: string): AgentFacts | undefined {
    const sources = this.#tables.agents.get(id);
    return sources && this.#agent(id, sources);
  }
  #agent(id: string, sources: AgentSources): AgentFacts {
    const known = this.#agents.large.get(id);
    if (known) return known;
    const made = (): AgentFacts => new AgentFacts(id, sources, this.facts, this.#cursors);
    if (sources.records.length + sources.listItems.length + sources.summaries.length < LARGE_AGENT)
      return this.#agents.few.remember(id, made);
    const agent = made();
    this.#agents.large.set(id, agent);
    return agent;
  }

  /** Records of an engine by id: several where several versions are kept. */
  engines(kind: EngineKind): ReadonlyMap<string, readonly Cursor[]> {
    return (this.#views[kind] ??= this.#places(this.#tables.engines[kind]));
  }
  get components(): ReadonlyMap<string, readonly Cursor[]> {
    return (this.#views.components ??= this.#places(this.#tables.components));
  }
  get phoneNumbers(): ReadonlyMap<string, readonly Cursor[]> {
    return (this.#views.phoneNumbers ??= this.#places(this.#tables.phoneNumbers));
  }
  #places(groups: ReadonlyMap<string, readonly Place[]>): ReadonlyMap<string, readonly Cursor[]> {
    return new MapView(groups, places => this.#cursors.all(places));
  }

  /** Follows a reference to an agent's version; `null` means that the file gives none. */
  resolve(agentId: string, reference: string | number | null): Resolution {
    const agent = this.agent(agentId);
    const known = agent?.resolutions.get(reference);
    if (known) return known;
    const resolution = resolve(agent, agentId, reference, this.facts);
    agent?.resolutions.set(reference, resolution);
    return resolution;
  }

  /** The engine of an agent (a place of shape `agent-settings`): nested in its file, else by id and version among the files. */
  engineOf(agent: Cursor): Cursor | undefined {
    const link = engineLink(agent);
    if (link && 'nested' in link) return agent.document.at(link.nested);
    const place = enginePlace(link, agent.document.file, this.#tables.engines);
    return place && this.at(place);
  }
  /** Every agent record of the workspace that runs on this engine (a place of shape `llm` or `conversation-flow`). */
  agentsOn(engine: Cursor): readonly Cursor[] {
    const { agentsOn } = this.#tables;
    return this.#cursors.all(agentsOn.get(keyOf(placeOf(engine))) ?? []);
  }

  /** Every place of the workspace that a selector names. Give the same selector object again to have it remembered. */
  collect(at: At): readonly Cursor[] {
    let found = this.#collected.get(at);
    if (!found)
      this.#collected.set(
        at,
        (found = { parts: new Array<undefined>(this.#documents.length).fill(undefined), all: undefined }),
      );
    if (!found.all) {
      const { parts } = found;
      for (const [index, document] of this.#documents.entries()) parts[index] ??= collect(document, at);
      found.all = (parts as (readonly Cursor[])[]).flat();
    }
    return found.all;
  }
}

/**
 * What is known of an agent with few records is put together again in no time, and would fill the memory if it were kept of all. Of so many
 * it is kept for a while: what speaks of one agent mostly stands together.
 */
const FEW_AGENTS = 32;
/** So many lists of places are kept with their cursors. */
const FEW_LISTS = 8;
/** An agent of so many records is worth to be kept. */
const LARGE_AGENT = 16;

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
