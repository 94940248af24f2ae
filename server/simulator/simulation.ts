import type { Cursor } from '../core/cursor.ts';
import type { Document } from '../core/document.ts';
import type { Outputs, Subject } from '../core/generated/outputs.js';
import type { Kind } from '../core/kinds.ts';
import { refusalOf, type Assumption } from '../core/workspace/assumptions.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/** What a simulation says. `result` is what `--format json` prints; the rest is for people and editors. */
export interface Answer<S extends Subject> {
  readonly subject: S;
  readonly result: Outputs[`simulate-${S}`];
  readonly title: string;
  /** What is to be known of the result, each a sentence without its full stop. */
  readonly notes: readonly string[];
  /** What is at a pointer of the result, in words, where the result does not say it. */
  readonly names?: Readonly<Record<string, string>>;
  /** What the input lacks; a command says it beside its output. */
  readonly warnings?: readonly string[];
  /** Whether the answer is that something is missing, or that nothing is left. */
  readonly fails?: boolean;
}
/** There is no result, because it would rest on what the configuration switches off. */
export interface Withheld {
  readonly withheld: string;
}

/** What is asked, by the names of the options of the command; a page of the editor sends the same. */
export type Asked = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** A file to be simulated, in the workspace around it. */
export interface Request {
  readonly document: Document;
  /** The records that are simulated: those of the document, or the one that an editor is in. */
  readonly roots: readonly Cursor[];
  readonly workspace: Workspace;
  /** The file as it is shown. */
  readonly file: string;
  readonly asked: Asked;
  /** Milliseconds since the epoch: the simulator has no clock. */
  readonly now: number;
  /** A path of the workspace as it is shown. */
  shown(file: string): string;
  /** Another file that is named, read as one of the same workspace, or of another state of it. @throws Refused */
  other(
    path: string,
    kinds: readonly Kind[],
  ): { readonly document: Document; readonly workspace: Workspace; readonly file: string };
  /** The text of a file of any kind. @throws Refused */
  read(path: string): string;
}

/** Why nothing can be simulated: the file or what is asked is of no use. */
export class SimulationRefused extends Error {
  /** What is wrong, where it is in the file. */
  readonly at: Cursor | undefined;
  constructor(because: string, at?: Cursor) {
    super(because);
    this.at = at;
  }
}

/** An option as the command declares it. */
interface Option {
  readonly about: string;
  readonly value?: string;
  readonly completes?: 'path' | readonly string[];
}

/** One thing that can be simulated: a file of `subjects/`, listed in its index. */
export interface Simulation<A extends Answer<Subject> = Answer<Subject>> {
  readonly kinds: readonly [Kind, ...Kind[]];
  /** The option that asks for it, where a kind has several: `outage` and `call` of an agent. */
  readonly askedBy?: string;
  /** What it shows, for `preflight simulate --help`. */
  readonly about: string;
  /** Command lines that show it, each with its newline, indented by two spaces. */
  readonly examples: string;
  /** An option of several simulations is the same everywhere. */
  readonly options: Readonly<Record<string, Option>>;
  /** What an editor asks for all at once; without it, nothing in particular. */
  each?(request: Pick<Request, 'document' | 'roots' | 'workspace'>): readonly Asked[];
  /** @throws Refused */
  run(request: Request): A | Withheld;
}

export const isWithheld = (answer: object): answer is Withheld => 'withheld' in answer;

/** The text that was given for an option. */
export const text = (asked: Asked, name: string): string | undefined => {
  const value = asked[name];
  return typeof value === 'string' ? value : undefined;
};

/** The one record of a file. @param noun `batch` @throws Refused where there is none, or several */
export function onlyRecord({ roots, file }: Request, noun: string, nouns = `${noun}s`): Cursor {
  const [record, ...more] = roots;
  if (record && more.length === 0) return record;
  const held = record ? `${roots.length} ${nouns}` : `no ${noun}`;
  throw new SimulationRefused(`${file} has ${held}; a simulation takes one`);
}

/** Names of assumptions, each once, sorted. */
export const namesOf = (...lists: readonly (readonly string[])[]): string[] => [...new Set(lists.flat())].sort();

/** Why a result that used these assumptions is not given; undefined where the configuration switches off none of them. */
export const withheld = (used: Iterable<Assumption>, { facts }: Workspace): string | undefined =>
  refusalOf(used, facts.refusedAssumptions);

/** A share in as many decimals as a person could want of it. */
export const rounded = (share: number): number => Math.round(share * 1e6) / 1e6;
export const interval = ([low, high]: readonly [number, number]): readonly [number, number] => [
  rounded(low),
  rounded(high),
];
/** `0.75` of a sum that floating point has made 0.7500000000000001. */
export const summed = (sum: number): number => Number(sum.toPrecision(12));
