import { fromJsonSchema, type StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { isObject, type Json, type JsonObject } from '../../core/json/json.ts';
import { didYouMean, listed } from '../../core/wording.ts';

/** An argument of a tool: an option or operand of the command. */
interface Argument {
  readonly about: string;
  /**
   * The form of the value. By default a short text; `texts`: one or several texts; `map`: a text for each name;
   * `file`: the text of a file.
   */
  readonly kind?: 'file' | 'texts' | 'switch' | 'map';
  readonly isOperand?: true;
  readonly isNeeded?: true;
  /** Whether the value can be the path of a file. */
  readonly isPath?: true;
}
export type Arguments = Readonly<Record<string, Argument>>;
/** Checked arguments by name, in the order of the request. */
export type Values = Readonly<Record<string, Json>>;

/** The maximum number of characters of a name, a path or a revision. */
const MAX_LENGTH = 4096;
/** The maximum number of items in a list. */
const MAX_ITEMS = 1000;
const text = { type: 'string', maxLength: MAX_LENGTH };

const forms = {
  text: { schema: text, words: `a string of at most ${MAX_LENGTH} characters`, fits: isText },
  file: { schema: { type: 'string' }, words: 'a string', fits: (value: Json) => typeof value === 'string' },
  texts: {
    schema: { anyOf: [text, { type: 'array', items: text, minItems: 1, maxItems: MAX_ITEMS }] },
    words: `a string, or a list of 1 to ${MAX_ITEMS} strings, of at most ${MAX_LENGTH} characters`,
    fits: (value: Json) =>
      isText(value) || (Array.isArray(value) && value.length > 0 && value.length <= MAX_ITEMS && value.every(isText)),
  },
  switch: { schema: { type: 'boolean' }, words: 'true or false', fits: (value: Json) => typeof value === 'boolean' },
  map: {
    schema: { type: 'object', maxProperties: MAX_ITEMS, additionalProperties: text },
    words: 'an object with a string for each name',
    fits: (value: Json) =>
      isObject(value) && Object.keys(value).length <= MAX_ITEMS && Object.entries(value).flat().every(isText),
  },
} as const;

/** A text without the null character, which no path, name or revision contains, and for which Node throws. */
function isText(value: Json): value is string {
  return typeof value === 'string' && value.length <= MAX_LENGTH && !value.includes('\0');
}
const formOf = ({ kind }: Argument) => forms[kind ?? 'text'];

/** The schema of the arguments of a tool, with messages that describe the expected value. */
export function argumentSchema(declaration: Arguments): StandardSchemaWithJSON<unknown, Values> {
  const schema = {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      Object.entries(declaration).map(([name, argument]) => [
        name,
        { ...formOf(argument).schema, description: argument.about },
      ]),
    ),
    required: Object.keys(declaration).filter(name => declaration[name]!.isNeeded),
  };
  return fromJsonSchema<Values>(schema, {
    getValidator: <T>() => {
      return (values: unknown) => {
        const problem = problemIn(values as Json, declaration);
        return problem === undefined
          ? { valid: true as const, data: values as T, errorMessage: undefined }
          : { valid: false as const, data: undefined, errorMessage: problem };
      };
    },
  });
}

function problemIn(values: Json, declaration: Arguments): string | undefined {
  const names = Object.keys(declaration),
    namesText = `the arguments are ${listed(names, 'and', 20)}`;
  if (!isObject(values)) return `expected an object; ${namesText}`;
  for (const [name, value] of Object.entries(values)) {
    if (!Object.hasOwn(declaration, name))
      return `unknown argument "${name}"${didYouMean(name, names) || `; ${namesText}`}`;
    const { words, fits } = formOf(declaration[name]!);
    if (!fits(value)) return `${name}: expected ${words}, got ${kindOf(value)}`;
  }
  const missingName = names.find(name => declaration[name]!.isNeeded && !Object.hasOwn(values, name));
  return missingName === undefined ? undefined : `${missingName} is missing: ${declaration[missingName]!.about}`;
}

/**
 * A description of a value in a few words. The value is not printed, because it may be too deep for JSON.stringify.
 */
const kindOf = (value: Json): string => {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return typeof value === 'object' ? 'an object' : JSON.stringify(value).slice(0, 80);
};

const textsOf = (value: Json): readonly string[] => (Array.isArray(value) ? (value as string[]) : [value as string]);

/** The command line with the same meaning as the arguments. */
export function commandLine(values: Values, declaration: Arguments): string[] {
  const options = Object.entries(values).flatMap(([name, value]) => {
    const { kind, isOperand } = declaration[name]!;
    if (isOperand) return [];
    if (kind === 'switch') return value === true ? [`--${name}`] : [];
    if (kind === 'map')
      return Object.entries(value as JsonObject).map(([key, text]) => `--${name}=${key}=${String(text)}`);
    return textsOf(value).map(text => `--${name}=${text}`);
  });
  const operands = Object.keys(declaration).filter(name => declaration[name]!.isOperand && Object.hasOwn(values, name));
  // in an argument of a tool, - is the name of a file, not standard input
  return [
    ...options,
    '--',
    ...operands.flatMap(name => textsOf(values[name]!)).map(operand => (operand === '-' ? './-' : operand)),
  ];
}

/** All texts that can be paths. */
export const pathsIn = (values: Values, declaration: Arguments): readonly string[] =>
  Object.entries(values).flatMap(([name, value]) => (declaration[name]!.isPath ? textsOf(value) : []));
