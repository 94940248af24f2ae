import type { Cursor } from '../core/cursor.ts';
import type { Document } from '../core/document.ts';
import type { Outputs, Subject } from '../core/generated/outputs.js';
import type { Kind } from '../core/kinds.ts';
import { refusalOf, type Assumption } from '../core/workspace/assumptions.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/**
 * The answer of a simulation. `result` is the output of `--format json`; the other fields are for people and editors.
 */
export interface Answer<S extends Subject> {
  readonly subject: S;
  readonly result: Outputs[`simulate-${S}`];
  readonly title: string;
  /** Notes on the result, each a sentence without its full stop. */
  readonly notes: readonly string[];
  /** Descriptions of places in the result, by pointer, if the result itself does not describe them. */
  readonly names?: Readonly<Record<string, string>>;
  /** Sentences about gaps in the input, which a command prints beside its output. */
  readonly warnings?: readonly string[];
  /** Whether the simulation ends without an outcome, because something is missing or nothing remains. */
  readonly fails?: boolean;
}
/** The reason why a simulation has no result: the result would depend on an assumption that is switched off. */
interface WithheldResult {
  readonly withheld: string;
}

/** The options of a simulation, by their names on the command line; an editor page sends the same options. */
export type Options = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** A file to simulate, and its workspace. */
export interface Request {
  readonly document: Document;
  /** The records to simulate: all records of the document, or the record at an editor's cursor. */
  readonly roots: readonly Cursor[];
  readonly workspace: Workspace;
  /** The path of the file, as shown. */
  readonly file: string;
  readonly options: Options;
  /** The current time in milliseconds since the epoch, because the simulator has no clock. */
  readonly now: number;
  /** Returns a path of the workspace, as shown. */
  pathOf(file: string): string;
  /**
   * Opens another file or phone number by name, from the workspace or another state of the workspace.
   * @throws Refused
   */
  openOther(path: string, kinds: readonly Kind[]): Pick<Request, 'document' | 'roots' | 'workspace' | 'file'>;
  /**
   * Returns the text of a file of any kind.
   * @throws Refused
   */
  read(path: string): string;
}

/** The reason why nothing can be simulated: the file or an option is unusable. */
export class SimulationRefused extends Error {
  /** The place of the mistake in the file; undefined for a mistake in the options. */
  readonly cursor: Cursor | undefined;
  constructor(reason: string, cursor?: Cursor) {
    super(reason);
    this.cursor = cursor;
  }
}

/** An option of a simulation, as the command declares it. */
interface Option {
  readonly about: string;
  readonly value?: string;
  readonly completes?: 'path' | readonly string[];
}

/** One kind of simulation: a file of `subjects/`, listed in its index. */
export interface Simulation<A extends Answer<Subject> = Answer<Subject>> {
  readonly kinds: readonly [Kind, ...Kind[]];
  /**
   * The option that selects this simulation, if a kind of file has several simulations: `outage` and `call` for an
   * agent.
   */
  readonly askedBy?: string;
  /** Whether one run can simulate many agents: all agents of a folder, or all live agents. */
  readonly takesMany?: boolean;
  /** The description in `preflight simulate --help`. */
  readonly about: string;
  /** Example command lines, each with its newline, indented by two spaces. */
  readonly examples: string;
  /** The options. An option of several simulations has the same declaration in all of them. */
  readonly options: Readonly<Record<string, Option>>;
  /** Returns the options of the simulations that an editor shows without being asked. */
  each?(request: Pick<Request, 'document' | 'roots' | 'workspace'>): readonly Options[];
  /**
   * Runs the simulation.
   * @throws Refused
   */
  run(request: Request): A | WithheldResult;
}

export const isWithheld = (answer: object): answer is WithheldResult => 'withheld' in answer;

/** The text of an option; undefined if the option is absent. */
export const text = (options: Options, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};

/**
 * The only record of a file.
 * @param noun the noun for a record in messages, such as `batch`
 * @throws Refused if there is no record, or more than one
 */
export function onlyRecord({ roots, file }: Request, noun: string, nouns = `${noun}s`): Cursor {
  const [record, ...moreCursors] = roots;
  if (record && moreCursors.length === 0) return record;
  const recordsText = record ? `${roots.length} ${nouns}` : `no ${noun}`;
  throw new SimulationRefused(`${file} has ${recordsText}; a simulation needs exactly one`);
}

/** The names of assumptions from several lists, each once, sorted. */
export const namesOf = (...lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())].sort();

/**
 * The reason why a result with these assumptions is withheld; undefined if the configuration switches off none of them.
 */
export const withheld = (usedAssumptions: Iterable<Assumption>, { facts }: Workspace): string | undefined =>
  refusalOf(usedAssumptions, facts.refusedAssumptions);

/** A share, rounded to six decimals. */
export const roundShare = (share: number): number => Math.round(share * 1e6) / 1e6;
export const interval = ([lower, upper]: readonly [number, number]): readonly [number, number] => [
  roundShare(lower),
  roundShare(upper),
];

/** The maximum number of calls: a million draws take about a second, and a larger number is probably a typo. */
const MAX_CALLS = 100_000_000;
const DEFAULT_CALLS = 100_000;
const DEFAULT_SEED = '1';

/** The calls to draw: many calls, or one call with a given id. */
export type Drawing =
  | { readonly callId: string; readonly seed: string }
  | { readonly callId: undefined; readonly calls: number; readonly seed: string };

/** The options of every simulation that draws. */
export const drawingOptions = {
  calls: { value: 'N', about: `draw N calls, call_0 to call_<N-1> (default ${DEFAULT_CALLS})` },
  seed: { value: 'S', about: `seed of the draw, any string (default ${DEFAULT_SEED})` },
  'call-id': { value: 'ID', about: 'draw only this call' },
} as const;

/**
 * Reads `--calls N`, `--seed S` and `--call-id ID`.
 * @throws Refused for a value that is not a number, or for two options that exclude each other
 */
export function drawingOf(options: Options): Drawing {
  const seed = text(options, 'seed') ?? DEFAULT_SEED,
    callId = text(options, 'call-id'),
    calls = text(options, 'calls');
  if (callId === undefined)
    return { callId, calls: calls === undefined ? DEFAULT_CALLS : wholeNumber('--calls', calls, 1, MAX_CALLS), seed };
  if (calls !== undefined)
    throw new SimulationRefused('--calls draws many calls and --call-id draws one; give only one of these options');
  if (callId === '') throw new SimulationRefused('--call-id needs the id of a call');
  return { callId, seed };
}

/**
 * Reads an integer; `100_000` and `100000` are equal.
 * @throws Refused unless the text is an integer within these bounds
 */
export function wholeNumber(option: string, text: string, minimum: number, maximum: number): number {
  const number = /^\d{1,3}(_?\d{3})*$|^\d+$/.test(text) ? Number(text.replaceAll('_', '')) : NaN;
  if (Number.isSafeInteger(number) && number >= minimum && number <= maximum) return number;
  throw new SimulationRefused(`${option} ${JSON.stringify(text)} is not an integer from ${minimum} to ${maximum}`);
}
