import type { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import { equal, type Json } from '../json/json.ts';
import type { At } from '../shapes/at.ts';
import type { AgentFacts } from './agents.ts';
import type { Facts } from './facts.ts';
import type { Pointer } from '../json/pointer.ts';
import { engineLink, placeOf, type EngineKind, type Records } from './records.ts';
import { runnersOf } from './runners.ts';
import type { Column, InFile } from './table.ts';
import { keyOf, type Listing, type Tables } from './tables.ts';
import { MapView } from './views.ts';
import { Workspace, type Derivation, type More, type Question } from './workspace.ts';

/** Question, name, other subject, answer, and so on: one list takes less memory than many. */
type Noted = (Question<Json> | Json)[];

/** Questions about other files with the answers given; plain data, so that no file is kept in memory. */
class Answers {
  readonly #all: readonly Noted[number][];
  constructor(noted: Noted) {
    // copied to its exact length: a list that grew has spare capacity, and one is kept per file
    this.#all = noted.slice();
  }
  /** Whether all answers are right in a workspace: then the findings hold there too. */
  holdIn(workspace: Workspace): boolean {
    for (let i = 0; i < this.#all.length; i += 4) {
      const question = this.#all[i] as Question<Json>,
        answer = question(workspace, this.#all[i + 1] as string, this.#all[i + 2] as More);
      if (!equal(answer, this.#all[i + 3] as Json)) return false;
    }
    return true;
  }
}

/**
 * A workspace of one document that records what is asked about others. Every member that could mention them either
 * notes that, or asks a question whose answer changes when they do.
 */
export class Alone extends Workspace {
  readonly #own: Document;
  readonly #noted: Noted = [];
  readonly #names = new Map<Question<Json>, Set<string>>();
  #isAnswering = false;
  constructor(document: Document, facts: Partial<Facts>) {
    super([document], facts);
    this.#own = document;
  }
  /** What has been asked so far. */
  get answers(): Answers {
    return new Answers(this.#noted);
  }
  #note(question: Question<Json>, name = ''): void {
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    this.#add(question, name, null, question(this, name, null));
    this.#isAnswering = false;
  }
  #add(question: Question<Json>, name: string, more: More, answer: Json): void {
    // 3 and "3" are different
    const key = more === null ? name : `${name}\0${typeof more}${more}`;
    let names = this.#names.get(question);
    if (!names) this.#names.set(question, (names = new Set()));
    else if (names.has(key)) return;
    names.add(key);
    this.#noted.push(question, name, more, answer);
  }

  override ask<Answer extends Json>(
    question: Question<Answer>,
    usual: Answer,
    name: string,
    more: More = null,
  ): Answer {
    this.#add(question, name, more, usual);
    return usual;
  }
  override get documents(): readonly Document[] {
    this.#note(files);
    return super.documents;
  }
  override get tables(): Tables {
    this.#note(files);
    return super.tables;
  }
  override table<T extends InFile>(column: Column<T>): Listing<readonly T[]> {
    const table = super.table(column),
      { entries, size } = questionsOf(column);
    const view = new NotedView(
      table,
      key => this.#note(entries, key),
      () => this.#note(size),
      () => this.#note(files),
    );
    return view;
  }
  override derived<T>(derivation: Derivation<T>): ReadonlyMap<string, T> {
    this.#note(files);
    return super.derived(derivation);
  }
  override every<Sort extends keyof Records>(sort: Sort): Records[Sort] {
    this.#note(files);
    return super.every(sort);
  }
  override records(file: string): Records | undefined {
    if (file !== this.#own.file) this.#note(isFile, file);
    return super.records(file);
  }
  override kindOf(file: string): Document['kind'] {
    if (file !== this.#own.file) this.#note(isFile, file);
    return super.kindOf(file);
  }
  override collect(at: At): readonly Cursor[] {
    this.#note(files);
    return super.collect(at);
  }
  override document(file: string): Document | undefined {
    if (file !== this.#own.file) this.#note(isFile, file);
    return super.document(file);
  }

  override get agents(): ReadonlyMap<string, AgentFacts> {
    return this.#view(super.agents, 'agents');
  }
  override agent(id: string): AgentFacts | undefined {
    this.#note(records.agents, id);
    return super.agent(id);
  }
  override engines(kind: EngineKind): ReadonlyMap<string, readonly Cursor[]> {
    return this.#view(super.engines(kind), kind);
  }
  override get components(): ReadonlyMap<string, readonly Cursor[]> {
    return this.#view(super.components, 'components');
  }
  override get phoneNumbers(): ReadonlyMap<string, readonly Cursor[]> {
    return this.#view(super.phoneNumbers, 'phoneNumbers');
  }
  #view<Value>(map: ReadonlyMap<string, Value>, table: Table): ReadonlyMap<string, Value> {
    return new NotedView(
      map,
      id => this.#note(records[table], id),
      () => this.#note(sizes[table]),
      () => this.#note(files),
    );
  }
  override engineOf(agent: Cursor): Cursor | undefined {
    const link = engineLink(agent);
    if (link && 'kind' in link) this.#note(records[link.kind], link.id);
    return super.engineOf(agent);
  }
  override agentsOn(engine: Cursor): readonly Cursor[] {
    this.#note(runners, keyOf(placeOf(engine)));
    return super.agentsOn(engine);
  }
}

/** A map that records which keys were looked up. */
class NotedView<Value> extends MapView<Value, Value> implements Listing<Value> {
  readonly #one: (key: string) => void;
  readonly #keys: () => void;
  readonly #all: () => void;
  constructor(map: ReadonlyMap<string, Value>, one: (key: string) => void, keys: () => void, all: () => void) {
    super(map, value => value);
    this.#one = one;
    this.#keys = keys;
    this.#all = all;
  }
  override get size(): number {
    this.#keys();
    return super.size;
  }
  get names(): this {
    return this;
  }
  override has(key: string): boolean {
    this.#one(key);
    return super.has(key);
  }
  override get(key: string): Value | undefined {
    this.#one(key);
    return super.get(key);
  }
  override keys(): MapIterator<string> {
    this.#keys();
    return super.keys();
  }
  override *entries(): MapIterator<[string, Value]> {
    this.#all();
    yield* super.entries();
  }
}

interface QuestionsOf {
  readonly entries: Question<number>;
  readonly size: Question<number>;
}
const known = new Map<Column<InFile>, QuestionsOf>();
/** The same map for a column each time, so that lookups are recorded once. */
function questionsOf(column: Column<InFile>): QuestionsOf {
  let questions = known.get(column);
  if (!questions)
    known.set(
      column,
      (questions = {
        entries: (workspace, key) => workspace.table(column).get(key)?.length ?? 0,
        size: workspace => workspace.table(column).size,
      }),
    );
  return questions;
}

// A document is part of its workspace, so if these are as many there are no others.

type Table = 'agents' | EngineKind | 'components' | 'phoneNumbers';
const files: Question<number> = ({ documents }) => documents.length;
const isFile: Question<boolean> = (workspace, file) => workspace.document(file) !== undefined;
const runners: Question<string> = (workspace, engine) => {
  const [file, pointer = ''] = engine.split('\0') as [string, Pointer?];
  return runnersOf({ file, pointer }, workspace).map(keyOf).join('\n');
};

const tableOf = (tables: Tables, table: Table): ReadonlyMap<string, unknown> =>
  table === 'agents' || table === 'components' || table === 'phoneNumbers' ? tables[table] : tables.engines(table);
const ofTable =
  (table: Table): Question<number> =>
  ({ tables }) =>
    tableOf(tables, table).size;
const ofRecord =
  (table: Exclude<Table, 'agents'>): Question<number> =>
  ({ tables }, id) =>
    (tableOf(tables, table).get(id) as readonly unknown[] | undefined)?.length ?? 0;

const sizes: Readonly<Record<Table, Question<number>>> = {
  agents: ofTable('agents'),
  llm: ofTable('llm'),
  'conversation-flow': ofTable('conversation-flow'),
  components: ofTable('components'),
  phoneNumbers: ofTable('phoneNumbers'),
};
const records: Readonly<Record<Table, Question<number>>> = {
  agents: ({ tables }, id) => {
    const of = tables.agents.get(id);
    return of ? of.records.length + of.listItems.length + of.summaries.length : 0;
  },
  llm: ofRecord('llm'),
  'conversation-flow': ofRecord('conversation-flow'),
  components: ofRecord('components'),
  phoneNumbers: ofRecord('phoneNumbers'),
};
