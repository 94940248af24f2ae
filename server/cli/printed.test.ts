import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agent, preflight, scratchFolders, write } from '../testing/preflight.ts';
import { run, scratch } from '../testing/preflight.ts';
import { config } from './config.ts';
import { doctor } from './doctor.ts';
import type { Command } from './terminal/command.ts';
import { lint } from './lint.ts';
import { plan } from './plan.ts';
import { resolve } from './resolve.ts';
import { simulate } from './simulate.ts';
import { formats as lintFormats } from '../view/formats/index.ts';

const folderWith = scratchFolders();

/** All dangerous control characters except NUL, which no file name can contain. */
const controls = [
  ...Array.from({ length: 0x1f }, (_, i) => i + 1),
  ...Array.from({ length: 0x21 }, (_, i) => i + 0x7f),
  ...Array.from({ length: 5 }, (_, i) => i + 0x202a),
  ...Array.from({ length: 4 }, (_, i) => i + 0x2066),
  ...Array.from('\u2028\u2029\u061c\u200e\u200f', char => char.charCodeAt(0)),
]
  .map(code => String.fromCharCode(code))
  .join('');
// the most dangerous parts are at the beginning, so that a message that clips the value contains them
const nasty = `\u202e\u001b[2J\n::stop-commands::x\n##vso[task.complete]${controls}\u001b[31m\u001b]8;;x\u0007 ::error::y`;
const json = JSON.stringify;
// JSON must escape only C0 control characters, so the others are raw
const text = json(nasty);
const id = json(`agent_${nasty}`);
const nastyAgent = `{
  "agent_id": ${id}, "version": 1, "is_published": true, "last_modification_timestamp": 1767225600000,
  "agent_name": ${text}, "channel": "voice", "assigned_tags": [${text}],
  "response_engine": { "type": "retell-llm", "llm_id": ${text}, "version": ${text} },
  "voice_id": ${text}, "fallback_voice_ids": [${text}], "language": ${text},
  ${text}: ${text}, "webhook_url": ${text},
  "voice_speed": "1.5"
}
`;
const files = (name: string): Record<string, string> => ({
  [`${name}.agent.json`]: nastyAgent,
  '::error file=x::y.agent.json': agent('"voice_speed": "1.5"', 'agent_two').replace('11labs-Myra', controls.slice(31)),
  [`##vso[x]/${controls}/broken.llm.json`]: `{ ${text}: ${text} ${text} ::error::x\n::error::y }`,
  'x.phone-number.json': `{ "phone_number": "+14155550100", "nickname": ${text},
    "inbound_agents": [{ "agent_id": ${id}, "weight": 0.5, "agent_version": ${text} }, { "agent_id": ${text}, "weight": 0.5 }] }`,
  'x.batch-call.json': `{ "from_number": "+14155550100", "name": ${text}, "tasks": [
    { "to_number": ${text}, "override_agent_id": ${id}, "retell_llm_dynamic_variables": { ${text}: ${text} } }] }`,
  'x.conversation-flow.json': `{ "conversation_flow_id": ${text}, "start_node_id": ${text}, "nodes": [
    { "id": ${text}, "name": ${text}, "type": "conversation", "instruction": { "type": "prompt", "text": ${text} },
      "edges": [{ "id": ${text}, "destination_node_id": ${text},
          "transition_condition": { "type": "prompt", "prompt": ${text} } }] }] }`,
  'near.agnet.json': nastyAgent,
  'preflight.config.json': json({
    rules: { 'missing-field': 'warning' },
    overrides: [{ files: [`${name}*`], rules: { 'missing-field': 'info' } }],
    suppress: [{ rule: 'wrong-type', file: `${name}.agent.json`, at: '/voice_speed', reason: nasty }],
  }),
});

let folder: string, dispose: () => void;
const nastyName = `\n::stop-commands::tok${controls}`;
beforeAll(() => {
  ({ folder, dispose } = scratch(files(nastyName)));
});
afterAll(() => dispose());

const forbiddenPattern =
  /(?![\n\t])[\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
function tame(text: string, ownPattern = /^$/): void {
  expect(forbiddenPattern.exec(text)).toBeNull();
  const commands = text.split('\n').filter(line => /^\s*::|##\w*\[/.test(line) && !ownPattern.test(line));
  expect(commands).toEqual([]);
}

const file = `${nastyName}.agent.json`;
const formats = Object.keys(lintFormats);
const calls: (readonly string[])[] = [
  ...formats.flatMap(format => [
    ['lint', '--format', format],
    ['lint', '--format', format, '--verbose', file, '::error file=x::y.agent.json'],
  ]),
  ['lint', '--diff'],
  ['lint', '--diff', '--unsafe'],
  ...['table', 'json', 'markdown'].flatMap(format => [
    ['resolve', '--all', '--explain', '--format', format],
    ['plan', '--draft', `agent_two@1`, '--format', format],
    ['plan', '--untag', `agent_two:${nasty}`, '--format', format],
  ]),
  ['plan', '--draft', 'agent_two@1', '--format', 'html'],
  ...['text', 'json', 'markdown', 'html'].map(format => [
    'diff',
    `agent_${nasty}@1`,
    'agent_two@1',
    '--format',
    format,
  ]),
  ['diff', `${nasty}@prod`],
  ['resolve', `agent_${nasty}@prod`],
  ['resolve', `${nasty}@@`],
  ['plan', '--assert', nasty],
  ...['text', 'json'].flatMap(format => [
    ['doctor', '--format', format],
    ['config', file, '--format', format],
    ['config', '::error file=x::y.agent.json', '--format', format],
  ]),
  ...['mermaid', 'dot', 'svg'].flatMap(format => [
    ['graph', '--format', format],
    ['graph', file, '--format', format],
    ['graph', `./::error file=x::y.agent.json`, '--format', format],
    ['graph', 'x.conversation-flow.json', '--format', format],
  ]),
  ['graph', nasty],
  ...['table', 'json'].flatMap(format => [
    ['simulate', 'x.phone-number.json', '--format', format],
    ['simulate', 'x.phone-number.json', '--call-id', nasty, '--format', format],
    ['simulate', 'x.batch-call.json', '--all', '--now', '2026-01-16T09:00:00Z', '--format', format],
    ['simulate', file, '--call', 'silent', '--format', format],
  ]),
  ['simulate', nasty],
  ['simulate', `##vso[x]/${controls}/broken.llm.json`],
  ['explain', nasty],
  ['rules', nasty],
  ['assumptions', nasty],
  ['init', nasty],
  ['lint', nasty],
  ['lint', `--${nasty}`],
  ['lint', '--rule', nasty],
  ['lint', '--format', nasty],
  ['lint', '--changed-since', nasty],
  [nasty],
  ['--cwd', nasty, 'lint'],
];

describe('no name or value controls a terminal or a CI service', () => {
  test.each(calls.map(call => [json(call).slice(0, 90), call] as const))('in %s', async (_, call) => {
    const { stdout, stderr, code } = await preflight([...call], folder);
    expect(stderr).not.toContain('internal error');
    expect(`${stdout}${stderr}`).not.toBe('');
    expect(code).toBeLessThan(5);
    tame(
      stdout,
      call.includes('github') ? /^::(error|warning|notice) file=[^:,]*,line=|^::notice title=preflight::\d/ : undefined,
    );
    tame(stderr);
  });
  test('in an unusable configuration or baseline', async () => {
    const otherFolder = folderWith({ 'a.agent.json': agent() });
    for (const configuration of [
      { [nasty]: 1 },
      { rules: { [nasty]: 'off' } },
      { rules: { 'wrong-type': nasty } },
      { files: { [nasty]: [nasty] } },
      { suppress: [{ rule: nasty, file: nasty, at: nasty, reason: '', until: nasty }] },
    ]) {
      write(otherFolder, { 'preflight.config.json': json(configuration) });
      const { stderr, code } = await preflight(['lint'], otherFolder);
      // each problem has a line with its place, and the line of the text below it
      const pattern = /^(preflight\.config\.json:1:| {2}[1 ] │ )/;
      expect([code, stderr.split('\n').filter(line => !pattern.test(line))]).toEqual([2, ['']]);
      tame(stderr);
    }
    write(otherFolder, {
      'preflight.config.json': '{}',
      'preflight.baseline.json': json({ version: 1, findings: [{ rule: nasty }], [nasty]: 1 }),
    });
    tame((await preflight(['lint'], otherFolder)).stderr);
  });
  test('in written files', async () => {
    const otherFolder = folderWith(files(nastyName));
    for (const option of ['--fix', '--write-baseline'])
      for (const cwd of [otherFolder, join(otherFolder, `##vso[x]/${controls}`)]) {
        const { stdout, stderr } = await preflight(['lint', option], cwd);
        tame(stdout);
        tame(stderr);
      }
    mkdirSync(join(otherFolder, 'out'));
    for (const format of formats.filter(format => format !== 'github'))
      await preflight(['lint', '--format', `${format}=out/${format}`], otherFolder);
    for (const name of readdirSync(join(otherFolder, 'out')))
      expect(forbiddenPattern.exec(readFileSync(join(otherFolder, 'out', name), 'utf8'))).toBeNull();
  });
});

test.each<[string, Command, string[]]>([
  ['lint', lint, ['--format', 'json']],
  ['lint', lint, ['--format', 'sarif']],
  ['lint', lint, ['--format', 'gitlab']],
  ['doctor', doctor, ['--format', 'json']],
  ['config', config, [file, '--format', 'json']],
  ['resolve', resolve, ['--all', '--explain', '--format', 'json']],
  ['plan', plan, ['--draft', `${controls}@1`, '--format', 'json']],
  ['simulate', simulate, ['x.batch-call.json', '--now', '2026-01-16T09:00:00Z', '--format', 'json']],
])('JSON of %s keeps its meaning without any of that: %#', async (name, command, args) => {
  const answerOf = (await preflight([name, ...args], folder)).stdout;
  const input = name === 'lint' ? ['--today=2026-01-15', ...args] : args;
  const plainOutput = (await run(command, input, folder)).stdout;
  expect(JSON.parse(answerOf)).toEqual(JSON.parse(plainOutput));
  expect(forbiddenPattern.test(plainOutput)).toBe(true);
});
test('a finding in JSON contains the exact name of the file', async () => {
  const { findings } = JSON.parse((await preflight(['lint', '--format', 'json'], folder)).stdout) as {
    findings: { file: string; message: string }[];
  };
  expect(new Set(findings.map(finding => finding.file))).toContain(file);
  expect(findings.some(({ message }) => message.includes('\u202e'))).toBe(true);
});
