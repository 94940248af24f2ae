import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureOf } from '../testing/fixture.ts';
import { hoverAt } from '../features/hover/hover.ts';
import { requests } from '../lsp/protocol.ts';
import { editors } from '../testing/clients.ts';
import { everything } from '../testing/editor.ts';
import { committed, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const editorOver = editors();
const clinic = join(import.meta.dirname, '../../samples/clinic');
const sampleFiles = [
  'agents/front-desk/v2.agent.json',
  'agents/front-desk/v3.agent.json',
  'agents/front-desk/agent_frontdesk01.agent-versions.json',
  'agents/agents.agent-list.json',
  'engines/front-desk.llm.json',
  'flows/billing.conversation-flow.json',
  'numbers/main.phone-number.json',
  'batches/flu-clinic.batch-call.json',
];

const textOf = (...path: string[]): string => readFileSync(join(...path), 'utf8');

/**
 * Returns a copy with credentials in all forms: values of credential keys, in addresses, lists, name and value pairs,
 * and keys.
 */
function withCredentials(value: unknown, number: () => string): unknown {
  if (Array.isArray(value)) return value.map(item => withCredentials(item, number));
  if (typeof value !== 'object' || value === null) return value;
  const copiedEntries = Object.entries(value).map(([key, entryValue]): [string, unknown] => {
    if (typeof entryValue !== 'string') return [key, withCredentials(entryValue, number)];
    if (/^https?:/.test(entryValue))
      return [key, `${entryValue}${entryValue.includes('?') ? '&' : '?'}token=${number()}`];
    return [
      key,
      /^(name|agent_name|general_prompt|description)$/.test(key) ? `${entryValue} sk_live_${number()}` : entryValue,
    ];
  });
  const more = [
    { api_key: number() },
    { note: `use https://user:${number()}@x.example.com/a?sig=${number()}` },
    { client_secret: [number(), number()] },
    { password: { value: number() } },
    { extra_headers: [{ name: 'X-Api-Key', value: number() }] },
    { github_token: `ghp_${number()}abcdefghijklmnopq` },
    { [`ghp_${number()}abcdefghijklmnopq`]: 1 },
    { [`https://x.example.com/a?api_key=${number()}`]: [{ name: `sk_live_${number()}`, voice_speed: 'x' }] },
  ];
  return { ...Object.fromEntries(copiedEntries), ...more[Number(number().slice(6, 10)) % more.length] };
}
const filesWith = (from: number): Record<string, string> => {
  let n = from;
  const number = (): string => `SEKRET${String(n++).padStart(4, '0')}zQ7`;
  const text = (file: string): string =>
    JSON.stringify(withCredentials(JSON.parse(readFileSync(join(clinic, file), 'utf8')), number), undefined, 2);
  return Object.fromEntries(sampleFiles.map(file => [file, text(file)]));
};

test('no command shows a credential, in any place or format', { timeout: 120_000 }, async () => {
  const cwd = folderWith({ 'preflight.config.json': '{ "liveTags": ["prod"] }', ...filesWith(0) });
  committed(cwd);
  write(cwd, filesWith(5000));
  const account = folderWith(filesWith(8000));
  const formats = (line: string, ...formatNames: readonly string[]): string[] =>
    formatNames.map(format => `${line} --format ${format}`);
  const lines = [
    ...formats('lint', 'pretty', 'compact', 'json', 'github', 'gitlab', 'junit', 'sarif', 'markdown'),
    'lint --changed-since HEAD --verbose',
    'lint --diff --unsafe',
    ...formats('ci --base HEAD', 'markdown', 'json'),
    ...formats('plan --base HEAD --contents all', 'table', 'json', 'markdown', 'html'),
    ...formats('affected --base HEAD', 'json', 'ids'),
    ...formats('requests --base HEAD', 'json', 'http', 'shell'),
    ...formats('requests --base HEAD --delete --rollback', 'json', 'shell'),
    ...formats('diff agents/front-desk/v2.agent.json --base HEAD', 'text', 'json', 'html'),
    ...formats(`drift ${account}`, 'table', 'json', 'markdown', 'html'),
    `drift ${account} --diff --delete`,
    ...formats('reach', 'table', 'json', 'markdown'),
    ...formats('resolve --all', 'table', 'json'),
    'resolve agent_frontdesk01@prod --explain',
    ...formats('graph', 'mermaid', 'dot', 'svg'),
    ...formats('graph flows/billing.conversation-flow.json', 'mermaid', 'dot', 'svg'),
    ...formats('simulate agents/front-desk/v2.agent.json --call silent', 'table', 'json'),
    ...formats('simulate batches/flu-clinic.batch-call.json --now 2026-01-14T09:00:00Z', 'table', 'json'),
    ...formats('doctor', 'text', 'json'),
    'config agents/front-desk/v2.agent.json',
    'completion --complete -- resolve a',
    'lint --write-baseline',
    'lint --verbose',
  ];
  for (const line of lines) {
    const { code, stdout, stderr } = await preflight(line.split(' '), cwd);
    expect([0, 1, 4], `${line}: ${stderr}`).toContain(code);
    expect(`${stdout}${stderr}`.length, line).toBeGreaterThan(0);
    expect(`${stdout}${stderr}`.match(/.{0,60}SEKRET.{0,12}/g) ?? [], line).toEqual([]);
  }
  const baseline = textOf(cwd, 'preflight.baseline.json');
  expect(baseline).toContain('…');
  expect(baseline.match(/.{0,60}SEKRET.{0,12}/g) ?? []).toEqual([]);
});

test('a baseline that hides credentials still accepts the same findings, and so does an older baseline that shows them', async () => {
  const name = 'ghp_SEKRET0000abcdefghijklmnopq',
    cwd = folderWith({ 'a.agent.json': `{ "agent_id": "agent_a", "${name}": 1, "voice_speed": 9 }` });
  const wordsOf = async (): Promise<string> => (await preflight(['lint'], cwd)).stdout;
  await preflight(['lint', '--write-baseline'], cwd);
  const writtenText = textOf(cwd, 'preflight.baseline.json');
  expect(writtenText).toContain('"at":"/…"');
  expect(await wordsOf()).toBe('1 file checked, nothing found (2 in the baseline)\n');
  write(cwd, { 'preflight.baseline.json': writtenText.replace('/…', `/${name}`) });
  expect(await wordsOf()).toBe('1 file checked, nothing found (2 in the baseline)\n');
  await preflight(['lint', '--prune-baseline'], cwd);
  expect(await wordsOf()).toBe('1 file checked, nothing found (2 in the baseline)\n');
});

test('no hover shows a credential', () => {
  const files = filesWith(0),
    { workspace } = fixtureOf(
      Object.entries(files)
        .map(([file, text]) => `-- ${file} --\n${text}\n`)
        .join(''),
    );
  let count = 0;
  for (const document of workspace.documents)
    for (const { index } of document.text.matchAll(/"\w+": |SEKRET/g)) {
      const hover = hoverAt({ workspace, savedWorkspace: workspace, document, offset: index + 2 }, [], () => undefined);
      if (hover) count++;
      expect(hover?.markdown.match(/.{0,60}SEKRET.{0,12}/g) ?? [], `${document.file} ${index}`).toEqual([]);
    }
  expect(count).toBeGreaterThan(200);
});

test('no output shows a credential as the name of a number or a tag, in a cell of a series, or as a typed argument', async () => {
  const secret = 'q7Xk2Zp9Lm4Rt6Vw8Yb3',
    id = `ghp_${secret}`;
  const cwd = folderWith({
    'preflight.config.json': JSON.stringify({
      liveTags: ['prod'],
      policies: [
        {
          id: 'p-one',
          shape: 'agent-settings',
          at: '/agent_name',
          must: { maxLength: 1 },
          severity: 'info',
          message: `not ${id}`,
          why: `of ${id}`,
        },
      ],
      suppress: [{ rule: 'empty-prompt', file: 'desk.agent.json', at: `/${id}`, reason: `password: "${secret}"` }],
    }),
    'desk.agent.json': textOf(clinic, sampleFiles[0]!).replace('"prod"', `"prod", "${id}"`),
    'main.phone-number.json': JSON.stringify({
      phone_number: id,
      inbound_agents: [{ agent_id: 'agent_x', weight: 2 }],
    }),
    'a.alert-rule.json': textOf(clinic, 'alerts/slow-lookups.alert-rule.json'),
    'series.csv': `timestamp,value\n2026-01-12T00:00:00Z,${id}\n`,
  });
  expect((await preflight(['rules'], cwd)).stdout).toContain('p-one');
  const lint = ['pretty', 'json', 'github', 'sarif'].map(format => `lint --verbose --format ${format}`);
  const lines = [...lint, 'doctor', 'simulate a.alert-rule.json --series series.csv', `resolve ${id}@`, `lint ${id}`];
  lines.push('rules', 'rules --format json', 'explain p-one', 'config desk.agent.json');
  for (const line of lines) {
    const { stdout, stderr } = await preflight(line.split(' '), cwd);
    expect([line, (stdout + stderr).includes(secret), stdout + stderr]).toEqual([
      line,
      false,
      expect.stringMatching(/./),
    ]);
  }
});

test('no editor shows a credential that is the name of a number', async () => {
  const id = 'ghp_q7Xk2Zp9Lm4Rt6Vw8Yb3',
    text = JSON.stringify({ phone_number: id, inbound_agents: [{ agent_id: id, weight: 1 }] }, undefined, 1),
    editor = editorOver({ 'main.phone-number.json': text }, everything),
    uri = editor.uri('main.phone-number.json'),
    position = { line: 4, character: 6 };
  await editor.open('main.phone-number.json', text);
  await editor.greeting;
  const ask = (method: string, more: object): Promise<unknown> =>
    editor.connection.sendRequest(method, { textDocument: { uri }, uri, position, ...more });
  const range = { start: { line: 0, character: 0 }, end: { line: 8, character: 0 } };
  const actions = (await ask('textDocument/codeAction', { range, context: { diagnostics: [] } })) as {
    title: string;
  }[];
  const { title, detail, simulations } = (await ask(requests.preview, {})) as Record<string, unknown>;
  const words = JSON.stringify([
    await ask('textDocument/inlayHint', { range }),
    actions.map(action => action.title),
    [title, detail, simulations],
    await ask(requests.simulate, {}),
  ]);
  expect([actions.length > 0, words.includes('"…'), words.includes(id)]).toEqual([true, true, false]);
});

test('a suppression of an item contains no credential: the item is selected by position', async () => {
  const id = 'ghp_q7Xk2Zp9Lm4Rt6Vw8Yb3aB3dE5fG7hJ9',
    batch = { name: 'b', from_number: '+14155550100', tasks: [{ to_number: id }, { to_number: 'x' }] },
    cwd = folderWith({ 'preflight.config.json': '{}', 'b.batch-call.json': JSON.stringify({ ...batch, [id]: 1 }) });
  const suppress = (...more: string[]): ReturnType<typeof preflight> =>
    preflight(['suppress', 'b.batch-call.json', ...more], cwd);
  const number = ['--rule', 'malformed-phone-number', '--at', '/tasks/0/to_number'],
    reasonArgs = ['--reason', 'an old one, being replaced'];
  expect(await suppress(...number, '--reason', `it is ${id}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--reason contains a credential, which must not be in a configuration'),
  });
  expect((await suppress('--rule', 'unknown-field', '--at', `/${id}`, ...reasonArgs)).code).toBe(2);
  expect((await suppress(...number, ...reasonArgs)).code).toBe(0);
  const writtenText = textOf(cwd, 'preflight.config.json');
  expect(writtenText).toContain('"at": "/tasks/0/to_number"');
  expect(writtenText).not.toContain('q7Xk');
  expect((await preflight(['lint', '--rule', 'malformed-phone-number'], cwd)).stdout).toContain('1 suppressed');
});

test('the message and the frame below it hide the same credentials, also in the keys of maps', async () => {
  const id = 'key_8f3a1b9c7d5e2f4a6b8c0d1eMARKb',
    cwd = folderWith({
      'a.agent.json': `{ "agent_id": "agent_a", "language": "${id}", "voice_id": "key_facts" }`,
      'b.batch-call.json': JSON.stringify({
        name: 'b',
        from_number: '+14155550100',
        tasks: [
          { to_number: '+14155550101', override_agent_id: 'agent_a', service_llm_dynamic_variables: { [id]: 'x' } },
        ],
      }),
    });
  for (const line of ['lint --verbose', 'lint --format json', 'simulate b.batch-call.json --format json']) {
    const { stdout } = await preflight(line.split(' '), cwd);
    expect([line, stdout.includes('MARKb'), stdout.length > 100]).toEqual([line, false, true]);
  }
  expect((await preflight(['lint'], cwd)).stdout).toContain('"voice_id": "key_facts"');
});
