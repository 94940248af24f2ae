import { resolve } from 'node:path';
import { isObject, parseJson, type Json, type JsonObject } from '../../core/json/json.ts';
import type { HookCall } from './hooks.ts';
import type { GuardedOperation, GuardTable } from './operations.ts';
import { HOLE, parseShell, type SimpleCommand } from './shell.ts';

/** A call that changes the version or the settings that callers get. */
export interface GuardedCall {
  readonly operation: GuardedOperation;
  readonly id: string;
  readonly values: JsonObject;
  /** The path, as typed, of a file with more values. */
  readonly file: string | undefined;
  /** The folder in which the call runs. */
  readonly cwd: string;
}
/** The calls that are certainly made, and the reasons why other guarded calls may be made. */
interface Recognition {
  readonly calls: readonly GuardedCall[];
  readonly doubts: ReadonlySet<string>;
}

/** Recognizes the guarded calls in one use of a tool. */
export function recognize(call: HookCall, table: GuardTable): Recognition {
  const recognizer = new Recognizer(table, call.cwd);
  if ('command' in call) recognizer.read(call.command);
  else {
    const operation = table.operation(call.tool);
    if (operation) recognizer.add(operation, withParts(call.values));
  }
  return recognizer;
}

/** The arguments with keys in snake case. Arguments in a nested body are moved to the top level. */
function withParts(values: JsonObject): JsonObject {
  const snake = (key: string): string =>
    key
      .replace(/[a-z\d](?=[A-Z])/g, '$&_')
      .replaceAll('-', '_')
      .toLowerCase();
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      isObject(value) && /^(?:body|data|params|query|request)$/.test(key)
        ? Object.entries(value)
        : [[snake(key), value] as const],
    ),
  );
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const shells = words('bash sh zsh dash ksh');
/** Programs that run another program, whose command line is in their arguments. */
const wrappers = words(
  'env sudo doas command builtin exec nohup time timeout nice ionice setsid stdbuf xargs parallel find watch npx bunx ' +
    'pnpm yarn npm bun uv uvx pipx op dotenv',
);
/** Programs that show, search or store a text, but do not run it. */
const readers = words(
  'echo printf cat grep egrep fgrep rg ag ack sed head tail less more wc sort uniq cut tr diff cmp jq yq git gh ls tree ' +
    'stat file which type whereis man test [ [[ true false : cd pushd popd pwd mkdir touch rm cp mv chmod tee export ' +
    'local declare readonly set unset alias ping dig host nslookup openssl read wait sleep date for case select ' +
    'preflight agent-preflight',
);
/** Words that may come before a command. */
const keywords = words('if then elif else while until do ! { } fi done esac time coproc');
/** Options without a value: the next word is not their value. */
const switches = words('yes force quiet verbose pretty json debug y f q v');

/**
 * Maximum length of a command line, and maximum depth of commands that run other commands. No typed command exceeds
 * them.
 */
const MAX_LENGTH = 2 ** 20,
  MAX_DEPTH = 5;

/** The name of the program: `/usr/bin/curl` is `curl`, `@retell-ai/retell-cli@1.2` is `retell-cli`. */
const programOf = (word = ''): string => /[^/]*$/.exec(word)![0].replace(/(?<=.)@.*$|\.exe$/i, '');

class Recognizer implements Recognition {
  readonly calls: GuardedCall[] = [];
  readonly doubts = new Set<string>();
  readonly #table: GuardTable;
  #cwd: string;
  #depth = 0;
  /** The text of the whole command, in which a variable may be set. */
  #text = '';
  constructor(table: GuardTable, cwd: string) {
    this.#table = table;
    this.#cwd = cwd;
  }

  /** Recognizes the calls in a text that a shell runs as commands. */
  read(text: string): void {
    const outerText = this.#text;
    this.#text += `\n${text}`;
    const { commands, isWhole } = parseShell(text.length > MAX_LENGTH ? '' : text);
    if (text.length > MAX_LENGTH || !isWhole || ++this.#depth > MAX_DEPTH) this.#doubt('the command');
    else for (const command of commands) this.#command(command);
    if (text.includes(HOLE)) this.#doubt('the command');
    this.#text = outerText;
  }

  /** Adds a doubt about a text that names the API or an operation, but cannot be analyzed. */
  #doubt(doubt: string, text = this.#text): void {
    if (!this.#table.isNamedIn(text)) return;
    this.doubts.add(`${doubt.replaceAll(HOLE, '…')} names the platform, and its effect is known only when it runs`);
  }

  #command(command: SimpleCommand): void {
    const begin = command.words.findIndex(word => !keywords.has(word) && !/^\w+\+?=/.test(word));
    if (begin < 0) return;
    const line = command.words.slice(begin),
      first = programOf(line[0]),
      table = this.#table;
    const isFollowed = (word: string): boolean =>
      /^(?:curl|eval)$/.test(programOf(word)) || shells.has(programOf(word)) || table.isProgram(programOf(word));
    const start = wrappers.has(first) ? line.findIndex(isFollowed) : 0,
      program = start < 0 ? first : programOf(line[start]);
    // the placeholder that xargs and find replace by arguments
    const [, mark = '{}'] = /(?:^| )-I ?(\S+)/.exec(line.slice(0, start).join(' ')) ?? [];
    const args = line.slice(start + 1).map(word => (start > 0 ? word.replaceAll(mark, HOLE) : word));
    if (first === 'cd' && line[1] !== undefined && !line[1].includes(HOLE)) this.#cwd = resolve(this.#cwd, line[1]);
    else if (program === 'curl') this.#curl(args, command);
    else if (table.isProgram(program)) this.#line(args, command);
    else if (shells.has(program)) this.#shell(args, command);
    else if (program === 'eval') this.read(args.join(' '));
    else if (program === 'source' || line[0]!.startsWith('.')) this.#doubt('a script');
    else if (!readers.has(program)) {
      const name = line.slice(1).find(word => table.operation(word));
      if (name === undefined) this.#doubt(program, [...line, command.input].join(' '));
      else this.doubts.add(`${program.replaceAll(HOLE, '…')} ${name}: its effect is not known`);
    }
  }

  #shell(args: readonly string[], { input, from }: SimpleCommand): void {
    const optionIndex = args.findIndex(word => /^-\w*c$/.test(word)),
      [program, ...output] = from?.words ?? [];
    if (optionIndex >= 0) this.read(args[optionIndex + 1] ?? '');
    else if (args.some(word => !word.startsWith('-'))) this.#doubt('a script');
    else if (input !== undefined) this.read(input);
    else if (program === 'echo' || program === 'printf') this.read(output.join(' '));
    else if (program === 'cat' && from?.input !== undefined) this.read(from.input);
    else if (from) this.#doubt('a script');
  }

  #curl(args: readonly string[], { input }: SimpleCommand): void {
    const request = readCurl(args, input);
    if (!request) this.#doubt('curl');
    if (!request || request.isRead) return;
    for (const url of request.urls) {
      const [, host = '', path = '', query = ''] =
        /^(?:https?:\/\/)?(?:[^/?#@]*@)?([^/?#:]*)(?::\d+)?(\/[^?#]*)?(?:\?([^#]*))?/i.exec(url) ?? [];
      const [name = '', ...ids] = path.split('/').filter(part => part !== '' && !/^v\d+$/.test(part)),
        operation = this.#table.operation(name),
        isOurs = this.#table.isHost(host);
      if (isOurs && operation) {
        const parts = ids.map(id => new URLSearchParams(`id=${id.replaceAll('+', '%2B')}`).get('id')!),
          search = Object.fromEntries(new URLSearchParams(query));
        this.add(operation, { ...search, ...pathValues(operation, parts) }, request.body);
      } else if (host.includes(HOLE) && operation)
        this.doubts.add(`curl …/${name}: its host is known only when the command runs`);
      else if (isOurs ? name.includes(HOLE) : host.includes(HOLE)) this.#doubt('curl');
    }
  }

  /**
   * Recognizes the command line of the platform: `retell publish-agent-version agent_desk --version 4`, `retell agents
   * publish agent_desk`
   */
  #line(args: readonly string[], { input }: SimpleCommand): void {
    const operands: string[] = [],
      values: Record<string, Json> = {},
      table = this.#table;
    let body: Body;
    for (let i = 0; i < args.length; i++) {
      const [, name, inlineValue] = /^--?([\w-]+)(?:=([^]*))?$/.exec(args[i]!) ?? [],
        next = args[i + 1];
      if (name === 'help' || name === 'h') return;
      if (name === undefined) operands.push(args[i]!);
      else {
        const isValue = next !== undefined && (switches.has(name) ? next.startsWith('{') : !/^-\D/.test(next)),
          value = inlineValue ?? (isValue && !table.operation(next) ? args[++i]! : '');
        if (!/^(?:d|data|body|json|input|params|file)$/.test(name) || value === '') values[name] = valueOfText(value);
        else body = bodyIn(value.replace(name === 'file' ? /^@?/ : /^@?(?=-$)/, '@'), input);
      }
    }
    // the noun may be before the verb: `agents publish`
    const operationAt = (index: number): GuardedOperation | undefined =>
      table.operation(operands[index]!) ??
      table.operation(`${operands[index + 1]}-${operands[index]!.replace(/s$/, '')}`);
    const operationIndex = operands.findIndex((_, i) => operationAt(i)),
      operation = operationIndex < 0 ? undefined : operationAt(operationIndex)!;
    if (operation) {
      const ids = operands.slice(table.operation(operands[operationIndex]!) ? operationIndex + 1 : operationIndex + 2);
      this.add(operation, withParts({ ...pathValues(operation, ids), ...values }), body);
    } else if (operands[0]?.includes(HOLE)) this.doubts.add('the requested URL is known only when the command runs');
  }

  add(operation: GuardedOperation, object: JsonObject, body: Body = undefined): void {
    const { name, effect, parameters } = operation,
      isKnown = typeof body === 'object',
      values = { ...object, ...(isKnown && 'value' in body ? body.value : {}) },
      recordId = object[operation.id] ?? object['id'],
      id = typeof recordId === 'number' ? String(recordId) : recordId;
    const unknownArgument = [operation.id, ...parameters, 'version'].find(key =>
      isHole(key === operation.id ? id : values[key]),
    );
    if (typeof id !== 'string' || id === '') this.doubts.add(`${name}: ${operation.id} is not in the call`);
    else if (unknownArgument !== undefined)
      this.doubts.add(`${name}: ${unknownArgument} is known only when the command runs`);
    else if (effect !== 'delete' && effect !== 'untag' && (body === 'unknown' || Object.values(values).some(isHole)))
      this.doubts.add(`${name} ${id}: its body is known only when the command runs`);
    else {
      const file = isKnown && 'file' in body ? body.file : undefined;
      this.calls.push({ operation, id, values, cwd: this.#cwd, file });
    }
  }
}

/** The JSON value of a text on a command line: a number, boolean, object or string. */
function valueOfText(text: string): Json {
  const value = /^(?:-?\d+(?:\.\d+)?|true|false|null|[[{][^]*)$/.test(text) ? parseJson(text) : undefined;
  return value === undefined ? text : value;
}
const isHole = (value: Json | undefined): boolean => typeof value === 'string' && value.includes(HOLE);
/** The values of the parameters of a path, in the order of the path. */
const pathValues = ({ parameters }: GuardedOperation, values: readonly string[]): JsonObject =>
  Object.fromEntries(parameters.flatMap((key, i) => (values[i] === undefined ? [] : [[key, values[i]]])));

/** The body of a request: values, a file with values, or `unknown` if it is known only when the command runs. */
type Body = { readonly value: JsonObject } | { readonly file: string } | 'unknown' | undefined;
/** The request of a curl command line. */
interface Request {
  readonly urls: readonly string[];
  /** Whether the method of the request only reads. */
  readonly isRead: boolean;
  readonly body: Body;
}

/** Options of curl with a value, by letter and by name (https://curl.se/docs/manpage.html). */
const lettersWithValue = new Set('AbcCdDeEFHKmoPQrtTuUwxXyYz');
const wordsWithValue = new Set(
  (
    'request data data-raw data-binary data-ascii data-urlencode json header output user form form-string upload-file ' +
    'user-agent cookie cookie-jar referer write-out max-time connect-timeout retry retry-delay retry-max-time config ' +
    'proxy cacert cert key url resolve limit-rate range interface oauth2-bearer aws-sigv4 variable'
  ).split(' '),
);

/**
 * Reads a curl command line.
 * @param input the standard input of curl
 * @returns undefined if curl takes options from a file
 */
function readCurl(words: readonly string[], input: string | undefined): Request | undefined {
  const urls: string[] = [],
    data: string[] = [];
  let method: string | undefined,
    isRead = true,
    isOpen = false;
  const take = (name: string, value: string): void => {
    if (name === 'request' || name === 'X') method = value.toUpperCase();
    else if (name === 'url') urls.push(value);
    else if (name === 'config' || name === 'K') isOpen = true;
    else if (/^(?:d|json|data|data-binary|data-ascii)$/.test(name)) data.push(value);
    else if (/^(?:F|form.*|T|upload-file|data-.*)$/.test(name)) data.push(value.startsWith('{') ? value : HOLE);
  };
  for (let i = 0; i < words.length; i++) {
    const [, longName, inlineValue, letters = ''] = /^(?:--([\w-]+)(?:=([^]*))?|-([^-][^]*))$/.exec(words[i]!) ?? [];
    if (longName !== undefined && (inlineValue !== undefined || wordsWithValue.has(longName)))
      take(longName, inlineValue ?? words[++i] ?? '');
    const valueIndex = [...letters].findIndex(letter => lettersWithValue.has(letter));
    if (valueIndex >= 0) take(letters[valueIndex]!, letters.slice(valueIndex + 1) || (words[++i] ?? ''));
    if (
      longName === 'get' ||
      longName === 'head' ||
      /[GI]/.test(valueIndex < 0 ? letters : letters.slice(0, valueIndex))
    )
      method ??= 'GET';
    if (longName === undefined && letters === '') urls.push(words[i]!);
  }
  isRead = /^(?:GET|HEAD|OPTIONS)$/.test(method ?? (data.length === 0 ? 'GET' : 'POST'));
  return isOpen ? undefined : { urls, isRead, body: data.length === 0 ? undefined : bodyIn(data.join('&'), input) };
}

/** The body in an option of curl: JSON, `@FILE`, or `@-` for the standard input. */
function bodyIn(text: string, input: string | undefined): Body {
  if (text === '@-') return input === undefined ? 'unknown' : bodyIn(input.replace(/^@/, ''), undefined);
  if (text.includes(HOLE)) return 'unknown';
  if (text.startsWith('@')) return { file: text.slice(1) };
  const value = parseJson(text);
  return isObject(value) ? { value } : 'unknown';
}
