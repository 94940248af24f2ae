import { fromJsonSchema, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { isObject, type Json, type JsonObject } from '../../core/json/json.ts';
import { didYouMean, listed } from '../../core/wording.ts';

/** An argument of a tool; as those of the command line, an option of the command unless it is an operand. */
export interface Argument {
  readonly about: string;
  /** One short text by default; `texts`: one or several; `map`: one for each name; `file`: the text of a file. */
  readonly is?: 'file' | 'texts' | 'switch' | 'map';
  readonly isOperand?: true;
  readonly isNeeded?: true;
  /** Whether it is the path of a file, or may be. */
  readonly isPath?: true;
}
export type Arguments = Readonly<Record<string, Argument>>;
/** Arguments as checked, in the order of the request. */
export type Given = Readonly<Record<string, Json>>;

/** In characters: of a name, a path, a revision. */
const LONGEST = 4096;
/** Of a list. */
const MOST = 1000;
const text = { type: 'string', maxLength: LONGEST };

const forms = {
  text: { schema: text, words: `a string of at most ${LONGEST} characters`, fits: isText },
  file: { schema: { type: 'string' }, words: 'a string', fits: (value: Json) => typeof value === 'string' },
  texts: {
    schema: { anyOf: [text, { type: 'array', items: text, minItems: 1, maxItems: MOST }] },
    words: `a string, or a list of 1 to ${MOST} strings, of at most ${LONGEST} characters`,
    fits: (value: Json) =>
      isText(value) || (Array.isArray(value) && value.length > 0 && value.length <= MOST && value.every(isText)),
  },
  switch: { schema: { type: 'boolean' }, words: 'true or false', fits: (value: Json) => typeof value === 'boolean' },
  map: {
    schema: { type: 'object', maxProperties: MOST, additionalProperties: text },
    words: 'an object with a string for each name',
    fits: (value: Json) =>
      isObject(value) && Object.keys(value).length <= MOST && Object.entries(value).flat().every(isText),
  },
} as const;

/** No path, name or revision has a null character, and Node throws at one. */
function isText(value: Json): value is string {
  return typeof value === 'string' && value.length <= LONGEST && !value.includes('\0');
}
const formOf = ({ is }: Argument) => forms[is ?? 'text'];

/** The schema of a tool's arguments, with messages that say what to give instead. */
export function argumentSchema(declared: Arguments): StandardSchemaWithJSON<unknown, Given> {
  const schema = {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      Object.entries(declared).map(([name, one]) => [name, { ...formOf(one).schema, description: one.about }]),
    ),
    required: Object.keys(declared).filter(name => declared[name]!.isNeeded),
  };
  return fromJsonSchema<Given>(schema, {
    getValidator: <T>() => {
      return (given: unknown) => {
        const problem = problemIn(given as Json, declared);
        return problem === undefined
          ? { valid: true as const, data: given as T, errorMessage: undefined }
          : { valid: false as const, data: undefined, errorMessage: problem };
      };
    },
  });
}

function problemIn(given: Json, declared: Arguments): string | undefined {
  const names = Object.keys(declared),
    all = `the arguments are ${listed(names, 'and', 20)}`;
  if (!isObject(given)) return `expected an object; ${all}`;
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(declared, name)) return `unknown argument "${name}"${didYouMean(name, names) || `; ${all}`}`;
    const { words, fits } = formOf(declared[name]!);
    if (!fits(value)) return `${name}: expected ${words}, got ${kindOf(value)}`;
  }
  const missing = names.find(name => declared[name]!.isNeeded && !Object.hasOwn(given, name));
  return missing === undefined ? undefined : `${missing} is missing: ${declared[missing]!.about}`;
}

/** A value in a few words: it may be nested deeper than JSON can be written. */
const kindOf = (value: Json): string => {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' ? 'an object' : JSON.stringify(value).slice(0, 80);
};

const textsOf = (value: Json): readonly string[] => (Array.isArray(value) ? (value as string[]) : [value as string]);

/** The command line that means the same. */
export function commandLine(given: Given, declared: Arguments): string[] {
  const options = Object.entries(given).flatMap(([name, value]) => {
    const { is, isOperand } = declared[name]!;
    if (isOperand) return [];
    if (is === 'switch') return value === true ? [`--${name}`] : [];
    if (is === 'map')
      return Object.entries(value as JsonObject).map(([key, text]) => `--${name}=${key}=${String(text)}`);
    return textsOf(value).map(text => `--${name}=${text}`);
  });
  const operands = Object.keys(declared).filter(name => declared[name]!.isOperand && Object.hasOwn(given, name));
  // what an argument calls - is a file of that name
  return [...options, '--', ...operands.flatMap(name => textsOf(given[name]!)).map(one => (one === '-' ? './-' : one))];
}

/** Every text that may be a path. */
export const pathsIn = (given: Given, declared: Arguments): readonly string[] =>
  Object.entries(given).flatMap(([name, value]) => (declared[name]!.isPath ? textsOf(value) : []));
