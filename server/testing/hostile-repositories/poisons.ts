import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkStatsOf } from '../../state/regular-file.ts';
import type { Random } from '../fuzz/random.ts';
import { configuration, credential, json, put, textFiles, type Checkout } from './checkout.ts';

/* Hostile changes that put values that no field expects into a configuration, a baseline and platform files. */

const nest = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);
/** A JSON Schema that needs 3^n checks, all of which fail. */
const explosiveSchema = (n: number): string => {
  const one = (i: number): string =>
    `"d${i}": {"anyOf": [${Array(3)
      .fill(`{"$ref":"#/$defs/d${i + 1}"}`)
      .join()}]}`;
  const all = Array.from({ length: n }, (_, i) => one(i));
  return `{"$ref": "#/$defs/d0", "$defs": {${all.join()}, "d${n}": false}}`;
};
/** Hostile values as JSON text, because JSON.stringify cannot write some of them. */
const poisons: readonly string[] = [
  '1e308',
  '-1e308',
  '1e999',
  '-0',
  '9007199254740993',
  '12345678901234567890',
  '0.1e-400',
  'null',
  'true',
  '[]',
  '{}',
  '[[]]',
  '{"__proto__": {"polluted": true}}',
  '"__proto__"',
  '"constructor"',
  '{"constructor": {"prototype": {"polluted": true}}}',
  '{"toString": 1, "hasOwnProperty": 1, "length": -1, "then": 1, "toJSON": 1}',
  '""',
  '" "',
  '"\\u0000"',
  '"\\u001b]0;title\\u0007\\u001b[2J\\u001b[31mred"',
  '"\\r\\n::set-output name=x::y\\r\\n::error::x"',
  '"##vso[task.setvariable variable=x]y"',
  '"\\u202e\\u2066\\u200f\\ufeff"',
  '"\\ud800"',
  '"a\\nb\\tc"',
  '"+999999-12-31"',
  '"9999-99-99"',
  '"999999-01-01T00:00:00Z"',
  '"-000001-01-01T00:00:00+99:99"',
  '8640000000000001',
  '-8640000000000001',
  '253402300800000',
  '"**/**/**/**/**/**/**/**/**/b"',
  `"${'a/**/'.repeat(40)}b"`,
  `"${'{a,b}'.repeat(60)}"`,
  `"${'[a-'.repeat(200)}"`,
  `"${'*'.repeat(3000)}x"`,
  '"!"',
  '"\\\\"',
  '"/"',
  '".."',
  '"../outside/secret.json"',
  '"./.git/config"',
  '"/proc/self/environ"',
  '"file:///proc/version"',
  '"C:\\\\x"',
  '"^(a+)+$"',
  '"(a|a)*{1,99999}"',
  '"(?=a)(?<!b)\\\\1"',
  '"{{{{{{}}{{a}}{{__proto__}}"',
  `"${'{{'.repeat(5000)}"`,
  nest(60, '[', ']'),
  nest(3000, '[', ']'),
  `${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}`,
  `{"anyOf": ${nest(300, '[', ']')}}`,
  '{"$ref": "#"}',
  '{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}}',
  explosiveSchema(40),
  '{"pattern": "^(a|a?)+$", "minLength": 1e9, "multipleOf": 1e-300, "enum": [], "const": {"a": [1]}}',
  '"https://x:y@[::1]:99999/%00?sig=abc#f"',
  '"http://127.0.0.1:1/"',
  '"%s%n%p$(touch x)`touch x`;touch x"',
  '"--upload-pack=touch x"',
  '"-"',
  '"@{-1}"',
  '"agent_frontdesk01@{u}"',
];
/** Functions that create large hostile values on demand. */
const largeTexts: readonly (() => string)[] = [
  () => JSON.stringify('x'.repeat(1_000_000)),
  () => JSON.stringify(`${'{{a}} '.repeat(150_000)}`),
  () => JSON.stringify('a\n'.repeat(300_000)),
  () => `[${'1,'.repeat(200_000)}1]`,
  () => `{${Array.from({ length: 50_000 }, (_, i) => `"k${i}": ${i}`).join()}}`,
  () => JSON.stringify(`${'*/'.repeat(300_000)}`),
];
const poisonOf = (random: Random): string => (random.chance(0.03) ? random.pick(largeTexts)() : random.pick(poisons));

/** The keys of a random path into a value. */
function randomPath(value: unknown, random: Random): string[] {
  const path: string[] = [];
  for (let part = value; typeof part === 'object' && part !== null && !random.chance(0.2);) {
    const keys = Object.keys(part);
    if (keys.length === 0) break;
    path.push(random.pick(keys));
    part = (part as Record<string, unknown>)[path.at(-1)!];
  }
  return path;
}

const MARK = '@poison@';
/** Prints a value in which one place, and sometimes its key, is hostile. */
function withPoison(value: unknown, random: Random): { readonly text: string; readonly at: string } {
  const copy = structuredClone({ value }) as Record<string, unknown>,
    path = randomPath(value, random);
  const keys = ['value', ...path],
    last = keys.pop()!;
  const holder = keys.reduce<any>((one, key) => one[key], copy);
  holder[last] = MARK;
  const poison = poisonOf(random),
    key = random.chance(0.15) ? poisonOf(random) : undefined;
  const text = json(copy['value']).replace(`"${MARK}"`, () => poison);
  return {
    text: key?.startsWith('"') ? text.replace(JSON.stringify(last), () => key) : text,
    at: `/${path.join('/')}`,
  };
}

export function poisonConfiguration(checkout: Checkout): string {
  const { random } = checkout,
    { text, at } = withPoison(configuration, random);
  put(checkout, random.pick(['preflight.config.json', 'preflight.config.json', 'teams/a/preflight.config.json']), text);
  return `the configuration's ${at}`;
}

const entry = { rule: 'empty-prompt', file: textFiles[0], at: '/agent_name', hash: 'abc', message: 'x', count: 1 };
export function poisonBaseline(checkout: Checkout): string {
  const { text, at } = withPoison({ version: 1, findings: [entry], entries: [entry] }, checkout.random);
  put(checkout, 'preflight.baseline.json', text);
  return `the baseline's ${at}`;
}

/**
 * Puts hostile values into one to three platform files.
 * @returns a description
 */
export function poisonFiles(checkout: Checkout): string {
  const { random } = checkout,
    words: string[] = [];
  for (let i = 0; i <= random.upTo(3); i++) {
    const file = random.pick(textFiles.filter(name => name.endsWith('.json')));
    const value = valueAt(checkout, file);
    if (value === undefined) continue;
    const { text, at } = withPoison(value, random);
    put(checkout, file, text);
    words.push(`${file} ${at}`);
  }
  return words.join(', ');
}

/** Credentials in all known forms, to be added to a platform file. */
const leakedCredentials: readonly object[] = [
  { api_key: credential },
  { password: credential, github_token: `ghp_${credential}abcdefghijklmno` },
  { client_secret: [credential, credential] },
  { note: `see https://user:${credential}@x.example.com/a?token=${credential}` },
  { agent_name: `Desk sk_live_${credential}`, name: `Desk sk_live_${credential}` },
  { webhook_url: `https://x.example.com/a?sig=${credential}` },
  { phone_number: `ghp_${credential}abcdefghijklmno`, assigned_tags: [`ghp_${credential}abcdefghijklmno`] },
  { headers: { Authorization: `Bearer ${credential}` } },
];
export function leaveCredentials(checkout: Checkout): string {
  const { random } = checkout,
    file = random.pick(textFiles.filter(name => name.endsWith('.json'))),
    value = valueAt(checkout, file);
  if (value === undefined) return 'no credentials';
  let holder: unknown = value;
  for (const key of randomPath(value, random)) {
    const next = (holder as Record<string, unknown>)[key];
    if (typeof next !== 'object' || next === null) break;
    holder = next;
  }
  if (Array.isArray(holder)) holder.push(random.pick(leakedCredentials));
  else Object.assign(holder as object, random.pick(leakedCredentials));
  put(checkout, file, json(value));
  return `credentials in ${file}`;
}

/** Writes a flow with many nodes and edges, whose names could be commands for the program that draws them. */
export function hugeFlow(checkout: Checkout): string {
  const { random } = checkout,
    n = random.pick([40, 400, 2000]),
    oddValues = [
      '</title><script>x</script>',
      '"]; x',
      '%%{init: 1}%%',
      '\u202e\u001b[2J',
      '__proto__',
      ']]>',
      '{{a}}',
      '&lt;',
    ];
  const id = (i: number): string => (i === 0 ? 'greet' : `${oddValues[i % oddValues.length]}${i}`);
  const nodes = Array.from({ length: n }, (_, i) => ({
    id: id(i),
    name: id(i),
    type: random.pick(['conversation', 'branch', 'end', 'subagent', 'logic_split']),
    instruction: { type: 'prompt', text: id(i) },
    edges: Array.from({ length: random.upTo(4) }, (__, edge) => ({
      id: `${id(i)}-${edge}`,
      destination_node_id: id(random.upTo(n)),
      transition_condition: { type: 'prompt', prompt: id(i) },
    })),
  }));
  const flow = { conversation_flow_id: 'flow_billing01', version: 0, start_node_id: 'greet', nodes };
  put(checkout, 'flows/billing.conversation-flow.json', json(flow));
  return `a flow of ${n} nodes`;
}

function valueAt({ folder }: Checkout, file: string): unknown {
  // reading a pipe would never end
  if (!linkStatsOf(join(folder, file))?.isFile()) return undefined;
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const series: readonly (() => string)[] = [
  () => '[{"timestamp":1e308,"value":1}]',
  () => '[{"timestamp":"+275760-09-13T00:00:00Z","value":1},{"timestamp":"-271821-04-20","value":1e308}]',
  () => '[{"timestamp":0,"value":1},{"timestamp":8640000000000,"value":1}]',
  () => 'timestamp,value\n0,1\n4102444800,2\n',
  () => `timestamp,value\n${Array.from({ length: 100_000 }, (_, i) => `${1767225600 + i * 60},1`).join('\n')}`,
  () => '"'.repeat(100_000),
  () => `timestamp,${','.repeat(100_000)}\n1`,
  () => '{"__proto__":1}',
  () => nest(20_000, '[', ']'),
  () => 'timestamp;value\n\x1b[2J;\u202e\n',
];
export function poisonSeries(checkout: Checkout): string {
  put(checkout, 'series.csv', checkout.random.pick(series)());
  return 'series.csv';
}

const patterns: readonly (() => string)[] = [
  () => `${'a/**/'.repeat(12)}b`,
  () => `${'*a'.repeat(500)}b`,
  () => `${'[!a'.repeat(500)}`,
  () => `${'\\'.repeat(999)}`,
  () => '!'.repeat(100),
  () => '*\n!*/\n!*.json',
  () => `${'/'.repeat(10_000)}`,
  () => `${'**/'.repeat(10_000)}`,
  () => Array.from({ length: 20_000 }, (_, i) => `x${i}*`).join('\n'),
  () => 'a'.repeat(1_000_000),
  () => '\0\0\0*',
  () => 'agents/\r\nteams/\r\n*.json ',
  () => '*',
  () => '/[[:alpha:]]*.json',
  () => '\ufeff*.json',
  () => '?'.repeat(3000),
];
export function poisonIgnores(checkout: Checkout): string {
  const { random } = checkout,
    file = random.pick(['.gitignore', 'agents/.gitignore', 'teams/.gitignore', '.git/info/exclude']);
  const text = Array.from({ length: 1 + random.upTo(3) }, () => random.pick(patterns)()).join('\n');
  put(checkout, file, random.chance(0.1) ? Buffer.from(`${text}\n\xff\xfe*`, 'latin1') : text);
  return file;
}
