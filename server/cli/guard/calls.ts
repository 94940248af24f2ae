import { resolve } from 'node:path';
import { isObject, type Json, type JsonObject } from '../../core/json/json.ts';
import { bodyIn, readCurl, type Body } from './curl.ts';
import type { HookCall } from './hooks.ts';
import type { GuardedOperation, GuardTable } from './operations.ts';
import { HOLE, parseShell, type SimpleCommand } from './shell.ts';

/** A call that changes what callers get. */
export interface GuardedCall {
  readonly operation: GuardedOperation;
  readonly id: string;
  readonly values: JsonObject;
  /** A file that holds the rest of the values, as typed. */
  readonly file?: string;
  /** Where it is run. */
  readonly cwd: string;
}
/** What is certainly done, and what may be done: why it is not certain. */
export interface Recognized {
  readonly calls: readonly GuardedCall[];
  readonly doubts: readonly string[];
}

/** Longer commands are typed by nobody. */
const LONGEST = 2 ** 20;

/** The guarded calls in one call of a tool. */
export function recognize(call: HookCall, table: GuardTable): Recognized {
  const found: Found = { calls: [], doubts: [], table, cwd: call.cwd, depth: 0 };
  if ('tool' in call) {
    const operation = table.operation(call.tool);
    if (operation) add(found, operation, withParts(call.values));
  } else shellCalls(call.command, found);
  return { calls: found.calls, doubts: [...new Set(found.doubts)] };
}

interface Found {
  readonly calls: GuardedCall[];
  readonly doubts: string[];
  readonly table: GuardTable;
  cwd: string;
  readonly depth: number;
}

/** Arguments in snake case, with those of a nested body beside them. */
function withParts(values: JsonObject): JsonObject {
  const snake = (key: string): string =>
    key
      .replace(/[a-z\d](?=[A-Z])/g, '$&_')
      .replaceAll('-', '_')
      .toLowerCase();
  const own = Object.entries(values).map(([key, value]): [string, Json] => [snake(key), value]);
  const parts = own.flatMap(([key, value]) =>
    ['body', 'data', 'params', 'query', 'request'].includes(key) && isObject(value) ? Object.entries(value) : [],
  );
  return Object.fromEntries([...parts, ...own]);
}

function add(
  { calls, doubts, cwd }: Found,
  operation: GuardedOperation,
  given: JsonObject,
  body: Body = undefined,
): void {
  const values = { ...given, ...(typeof body === 'object' && 'value' in body ? body.value : {}) };
  const id = values[operation.id] ?? values['id'];
  const hole = (value: Json | undefined): boolean => typeof value === 'string' && value.includes(HOLE);
  const open = [...operation.parameters, 'version'].find(name => hole(name === operation.id ? id : values[name]));
  const needsBody = operation.effect !== 'delete' && operation.effect !== 'untag';
  if (typeof id !== 'string' || id === '') doubts.push(`${operation.name}: ${operation.id} is not in the call`);
  else if (open !== undefined) doubts.push(`${operation.name}: ${open} is known only when it runs`);
  else if (needsBody && (typeof body === 'string' || Object.values(values).some(hole)))
    doubts.push(`${operation.name} ${id}: its body is known only when it runs`);
  else
    calls.push({ operation, id, values, cwd, ...(typeof body === 'object' && 'file' in body && { file: body.file }) });
}

function shellCalls(text: string, found: Found): void {
  const { commands, isWhole } = parseShell(text.length > LONGEST ? '' : text);
  if (text.length > LONGEST || !isWhole || found.depth > 5) doubt('the command', text, found);
  else for (const command of commands) commandCalls(command, text, found);
}

/** What names the API or its operations, and cannot be followed. */
function doubt(what: string, text: string, { doubts, table }: Found): void {
  if (table.isNamedIn(text)) doubts.push(`${what} names the platform, and what it does is known only when it runs`);
}

const shells = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh']);
/** Programs that run the one named after them. */
const wrappers = new Set(
  (
    'env sudo doas command builtin exec nohup time timeout nice ionice setsid stdbuf xargs parallel find watch npx bunx ' +
    'pnpm yarn npm bun uv uvx pipx op dotenv'
  ).split(' '),
);
/** Programs that show, search or keep a text, and never do what it says. */
const readers = new Set(
  (
    'echo printf cat grep egrep fgrep rg ag ack sed head tail less more wc sort uniq cut tr diff cmp jq yq git gh ls tree ' +
    'stat file which type whereis man test [ [[ true false : cd pushd popd pwd mkdir touch rm cp mv chmod tee export ' +
    'local declare readonly set unset alias ping dig host nslookup openssl read wait sleep date for case select ' +
    'preflight agent-preflight'
  ).split(' '),
);
/** Words before a command. */
const keywords = new Set('if then elif else while until do ! { } fi done esac time coproc'.split(' '));

/** `/usr/bin/curl`, `@retell-ai/retell-cli@1.2` */
const programOf = (word: string): string =>
  word
    .split('/')
    .at(-1)!
    .replace(/(?<=.)@.*$/, '')
    .replace(/\.exe$/i, '');

function commandCalls(command: SimpleCommand, whole: string, found: Found): void {
  const { table } = found,
    begin = command.words.findIndex(word => !keywords.has(word) && !/^\w+\+?=/.test(word));
  if (begin < 0) return;
  const words = command.words.slice(begin);
  const first = programOf(words[0] ?? '');
  if (first === 'cd' && words[1] !== undefined && !words[1].includes(HOLE)) found.cwd = resolve(found.cwd, words[1]);
  const isTarget = (name: string): boolean =>
    name === 'curl' || name === 'eval' || shells.has(name) || table.isProgram(name);
  const at = wrappers.has(first) ? words.findIndex(word => isTarget(programOf(word))) : 0;
  const program = at < 0 ? first : programOf(words[at] ?? ''),
    // what a wrapper fills in
    rest = words.slice(at + 1).map(word => (at > 0 && word.includes('{}') ? word.replaceAll('{}', HOLE) : word));
  if (program === 'curl') curlCalls(rest, command, whole, found);
  else if (table.isProgram(program)) lineCalls(rest, command, found);
  else if (shells.has(program)) nestedCalls(rest, command, whole, found);
  else if (program === 'eval') textCalls(rest.join(' '), whole, found);
  else if (program === 'source' || program === '.' || words[0]?.startsWith('.')) doubt(program, whole, found);
  else if (!readers.has(program)) otherCalls(words, command, found);
}

/** A text that is run as commands. */
function textCalls(text: string, whole: string, found: Found): void {
  if (text.includes(HOLE)) doubt('the command', whole, found);
  const inner = { ...found, depth: found.depth + 1 };
  shellCalls(text, inner);
}

function nestedCalls(rest: readonly string[], { input, from }: SimpleCommand, whole: string, found: Found): void {
  const at = rest.findIndex(word => /^-\w*c$/.test(word));
  if (at >= 0) return textCalls(rest[at + 1] ?? '', whole, found);
  if (rest.some(word => !word.startsWith('-'))) return doubt('a script', whole, found);
  if (input !== undefined) return textCalls(input, whole, found);
  if (from === undefined) return;
  const [program, ...said] = from.words;
  if (program === 'echo' || program === 'printf') textCalls(said.join(' '), whole, found);
  else if (program === 'cat' && from.input !== undefined) textCalls(from.input, whole, found);
  else doubt('a script', whole, found);
}

function otherCalls(words: readonly string[], { input = '' }: SimpleCommand, found: Found): void {
  const { table, doubts } = found,
    named = words.slice(1).find(word => table.operation(word));
  if (named !== undefined && words.length > 1)
    doubts.push(`${programOf(words[0]!).replaceAll(HOLE, '…')} ${named}: what it does is not known`);
  else doubt(programOf(words[0] ?? ''), [...words, input].join(' '), found);
}

function curlCalls(rest: readonly string[], { input }: SimpleCommand, whole: string, found: Found): void {
  const { table } = found,
    { urls, isRead, body, isOpen } = readCurl(rest);
  if (isOpen) return doubt('curl', whole, found);
  if (isRead) return;
  const sent = body === 'standard input' ? (input === undefined ? 'unknown' : bodyIn(input)) : body;
  for (const url of urls) {
    const [, host = '', path = '', query = ''] =
      /^(?:https?:\/\/)?(?:[^/?#@]*@)?([^/?#:]*)(?::\d+)?(\/[^?#]*)?(?:\?([^#]*))?/i.exec(url) ?? [];
    const isOurs = table.isHost(host);
    if (!isOurs && !host.includes(HOLE)) continue;
    const [name = '', ...ids] = path.split('/').filter(part => part !== '' && !/^v\d+$/.test(part)),
      operation = table.operation(name);
    if (!isOurs || name.includes(HOLE)) doubt('curl', `${whole} ${isOurs ? host : ''}`, found);
    else if (operation)
      add(
        found,
        operation,
        {
          ...Object.fromEntries(new URLSearchParams(query)),
          ...Object.fromEntries(operation.parameters.flatMap((key, i) => (ids[i] ? [[key, decoded(ids[i])]] : []))),
        },
        sent,
      );
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Options without a value, so that the word after them is not theirs. */
const switches = new Set(['yes', 'force', 'quiet', 'verbose', 'pretty', 'json', 'debug', 'y', 'f', 'q', 'v']);

/** `retell publish-agent-version agent_desk --version 4`, `retell agents publish agent_desk` */
function lineCalls(rest: readonly string[], { input }: SimpleCommand, found: Found): void {
  const { table } = found,
    plain: string[] = [],
    values: Record<string, Json> = {};
  let body: Body;
  for (let i = 0; i < rest.length; i++) {
    const [, name, joined] = /^--?([\w-]+)(?:=([^]*))?$/.exec(rest[i]!) ?? [];
    if (name === undefined) {
      plain.push(rest[i]!);
      continue;
    }
    if (name === 'help' || name === 'h') return;
    const follows = rest[i + 1],
      isValue = follows !== undefined && (switches.has(name) ? follows.startsWith('{') : !/^-\D/.test(follows));
    const value = joined ?? (isValue && table.operation(follows) === undefined ? rest[++i]! : '');
    if (/^(?:d|data|body|json|input|params|file)$/.test(name) && value !== '')
      body = value.startsWith('@') || name === 'file' ? { file: value.replace(/^@/, '') } : bodyIn(value);
    else values[name] = value;
  }
  if (typeof body === 'object' && 'file' in body && (body.file === '-' || body.file.includes(HOLE)))
    body = body.file === '-' && input !== undefined ? bodyIn(input) : 'unknown';
  const at = plain.findIndex((word, i) => operationAt(plain, i, table) !== undefined),
    operation = operationAt(plain, at, table);
  if (!operation) {
    if (plain[0]?.includes(HOLE)) found.doubts.push('a command of the platform is known only when it runs');
    return;
  }
  const ids = plain.slice(table.operation(plain[at]!) ? at + 1 : at + 2);
  const positional = Object.fromEntries(operation.parameters.flatMap((key, i) => (ids[i] ? [[key, ids[i]]] : [])));
  add(found, operation, withParts({ ...positional, ...values }), body);
}

/** The operation that a word names, or a noun with the verb after it. */
function operationAt(words: readonly string[], at: number, table: GuardTable): GuardedOperation | undefined {
  const word = words[at],
    verb = words[at + 1];
  if (word === undefined) return undefined;
  return (
    table.operation(word) ?? (verb === undefined ? undefined : table.operation(`${verb}-${word.replace(/s$/, '')}`))
  );
}
