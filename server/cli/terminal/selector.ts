import { resolve } from 'node:path';
import type { Cursor } from '../../core/cursor.ts';
import { asE164, fromNational, northAmerica } from '../../core/domain/phone-numbers.ts';
import { readVersion, type TypedReference, isMalformed, readReference } from '../../core/domain/typed-reference.ts';
import { didYouMean } from '../../core/wording.ts';
import type { State } from '../../state/open.ts';
import { openProblem } from '../../state/text.ts';
import { UsageError, type Io } from './io.ts';
import { statsOf } from '../../state/regular-file.ts';
import { printable } from '../../view/printable.ts';

/** A typed path with an optional reference: `FILE[@REF]`. */
export interface TypedFile {
  readonly text: string;
  /** The absolute path. */
  readonly path: string;
  /** The reference to a version; absent for the version in the file. */
  readonly reference?: string | number;
}

/** A typed phone number. */
interface TypedNumber {
  readonly number: string;
}
export type Selector = TypedReference | TypedFile | TypedNumber;

/**
 * Reads `AGENT[@REF]`, a phone number or a path, for all commands. The name of an existing file is a path.
 * @throws UsageError
 */
export function readSelector(text: string, io: Io): Selector {
  if (isFile(text, io)) return fileTyped(text, io);
  if (/^\+\d+$/.test(text)) return { number: text };
  const dialedNumber = isDialed(text) ? (asE164(text) ?? fromNational(text, northAmerica)) : undefined;
  if (dialedNumber) return dialedNumber;
  const divides = text.lastIndexOf('@'),
    name = text.slice(0, Math.max(0, divides));
  if (isFile(name, io) || (divides > 0 && endsLikeFile(name))) {
    const reference = readVersion(text.slice(divides + 1));
    // readTyped reports a malformed reference, with the same message as for an agent
    return typeof reference === 'object' ? readTyped(text) : { ...fileTyped(name, io), reference };
  }
  return endsLikeFile(text) ? fileTyped(text, io) : readTyped(text);
}

/**
 * Reads a selector for a command about versions of agents.
 * @throws UsageError for a phone number, too
 */
export function readAgent(text: string, command: string, io: Io): TypedReference | TypedFile {
  const selector = readSelector(text, io);
  if ('number' in selector)
    throw new UsageError(
      `${text} is a phone number; ${command} takes AGENT[@REF] or FILE ("preflight reach ${text}" shows its agents)`,
    );
  return selector;
}

/** Whether a text is a phone number with punctuation, such as `+1 (312) 555-0100`. Digits alone may be a name. */
const isDialed = (text: string): boolean => /^\+?[\d\s().-]+$/.test(text) && /\D/.test(text);
const endsLikeFile = (text: string): boolean => /\.jsonc?$/i.test(text);
const isFile = (text: string, { cwd }: Io): boolean => text !== '' && statsOf(resolve(cwd, text))?.isFile() === true;

function fileTyped(text: string, io: Io): TypedFile {
  const path = regularFile(text, io);
  return { text, path };
}

/** The record of a phone number, and its workspace. */
interface NumberRecord {
  readonly state: State;
  readonly record: Cursor;
}
export const recordsOfNumber = (number: string, states: readonly State[]): NumberRecord[] =>
  states.flatMap(state =>
    state.workspace
      .roots('phone-number')
      .filter(record => record.get('phone_number').string() === number)
      .map(record => ({ state, record })),
  );

/** The message about a number that no file has: `+1415…: no such phone number`. */
export const noSuchNumber = (number: string, states: readonly State[]): string =>
  `${number}: no such phone number${didYouMean(
    number,
    states.flatMap(({ workspace }) => [...workspace.phoneNumbers.keys()]),
  )}`;

/**
 * The absolute path of a typed file.
 * @throws UsageError if it is not a regular file
 */
export function regularFile(text: string, { cwd }: Io, ifFolder = 'give one file'): string {
  if (text === '') throw new UsageError('a path is empty');
  const path = resolve(cwd, text);
  const stats = statsOf(path);
  if (!stats) throw new UsageError(`there is no file ${text}`);
  if (stats.isDirectory()) throw new UsageError(`${text} is a folder; ${ifFolder}`);
  if (!stats.isFile()) throw new UsageError(`${text} is not a regular file`);
  const problem = openProblem(path);
  if (problem !== undefined) throw new UsageError(`${text} cannot be read: ${problem}`);
  return path;
}

/**
 * The typed text, and a caret under a position.
 * @param index in UTF-16 units
 */
export const caret = (text: string, index: number): string =>
  `  ${printable(text)}\n  ${' '.repeat(printable(text.slice(0, index)).length)}^`;

/**
 * Reads `AGENT[@REF]`.
 * @throws UsageError
 */
export function readTyped(text: string): TypedReference {
  const result = readReference(text);
  if (isMalformed(result)) throw new UsageError(result.message, caret(text, result.at));
  return result;
}
