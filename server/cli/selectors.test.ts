import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { preflight, scratchFolders, type Ran } from '../testing/preflight.ts';

const clinic = fileURLToPath(new URL('../../samples/clinic', import.meta.url));
const folderWith = scratchFolders();
const inClinic = (...args: string[]): Promise<Ran> => preflight(args, clinic);
/** Selectors, in this order: an id, a name, both with a reference, a number, a file. */
const selectors = [
  'agent_frontdesk01',
  'Front desk',
  'agent_frontdesk01@prod',
  'front DESK@prod',
  'Front desk@3',
  '+14155550100',
  'numbers/main.phone-number.json',
];

test.each(['resolve', 'reach', 'graph'])('preflight %s accepts every selector', async name => {
  for (const selector of selectors) {
    const { code, stdout, stderr } = await inClinic(name, selector);
    const isFile = name === 'graph' && selector.endsWith('.json');
    expect([selector, code, stderr]).toEqual([selector, isFile ? 2 : 0, isFile ? expect.any(String) : '']);
    expect(stdout === '').toBe(isFile);
  }
});
test('a name means the same as its id, and a number the same as its file', async () => {
  for (const name of ['resolve', 'reach', 'graph'])
    expect((await inClinic(name, 'Front desk@prod')).stdout).toBe(
      (await inClinic(name, 'agent_frontdesk01@prod')).stdout,
    );
  expect((await inClinic('resolve', '+14155550100')).stdout).toBe(
    (await inClinic('resolve', 'numbers/main.phone-number.json')).stdout,
  );
  expect((await inClinic('simulate', '+14155550100', '-f', 'json')).stdout).toBe(
    (await inClinic('simulate', 'numbers/main.phone-number.json', '-f', 'json')).stdout,
  );
  expect((await inClinic('resolve')).stdout).toBe((await inClinic('resolve', '--all')).stdout);
});
test('a number that no file has is refused', async () => {
  for (const [name, code] of [
    ['resolve', 1],
    ['reach', 1],
    ['graph', 1],
    ['simulate', 2],
  ] as const)
    expect(await inClinic(name, '+14155550109')).toMatchObject({
      code,
      stdout: '',
      stderr: expect.stringContaining('+14155550109: no such phone number; did you mean') as string,
    });
  expect(await inClinic('diff', '+14155550100')).toMatchObject({
    code: 2,
    stderr: '+14155550100 is a phone number; diff compares agents, with their engines, and engines\n',
  });
});
test('graph draws the flow that a version runs', async () => {
  const flow = (await inClinic('graph', 'flows/billing.conversation-flow.json')).stdout;
  expect((await inClinic('graph', 'agent_billing01@prod')).stdout).toBe(flow);
  expect(await inClinic('graph', 'agent_billing01@99')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('agent_billing01@99: ') as string,
  });
});

const number = (digits: string, otherAgentId: string): object => ({
  phone_number: digits,
  inbound_agents: [{ agent_id: 'agent_a', agent_version: 1, weight: 1 }],
  outbound_agents: [{ agent_id: otherAgentId, agent_version: 1, weight: 1 }],
});
const severalFiles = {
  'numbers.phone-number.json': JSON.stringify({
    items: [number('+14155550100', 'agent_a'), number('+14155550101', 'agent_b')],
    has_more: false,
  }),
  'trial.agent-weights.json': '[{ "agent_id": "agent_b", "agent_version": 1, "weight": 1 }]',
  'twin.phone-number.json': JSON.stringify(number('+14155550101', 'agent_b')),
};
test('simulate --against selects a list by its number', async () => {
  const folder = folderWith(severalFiles);
  const simulateAgainst = (...args: string[]): Promise<Ran> =>
    preflight(['simulate', 'trial.agent-weights.json', '-f', 'json', '--against', ...args], folder);
  const shares = async (...args: string[]): Promise<unknown> => {
    const { stdout, stderr } = await simulateAgainst(...args);
    if (stderr !== '') return stderr;
    const { lists } = (JSON.parse(stdout) as { against: { lists: { against: string; share: number }[] } }).against;
    return lists.map(list => [list.against, list.share]);
  };
  const file = 'numbers.phone-number.json';
  expect(await shares(file, '--number', '+14155550101', '--list', 'outbound_agents')).toEqual([
    ['/items/1/outbound_agents', 0],
  ]);
  expect(await shares('+14155550100', '--list', 'outbound_agents')).toEqual([['/items/0/outbound_agents', 1]]);
  expect(await shares(file, '--list', 'inbound_agents')).toBe(
    `${file} has several lists: inbound_agents of +14155550100 and inbound_agents of +14155550101; --number says ` +
      'which one is compared\n',
  );
  expect(await shares(file)).toMatch(/; --number and --list say which one is compared\n$/);
  expect(await shares(file, '--number', '+14155550101')).toMatch(/\+14155550101; --list says which one is compared\n$/);
  expect(await shares(file, '--number', '+14155550109')).toMatch(/has no phone number \+14155550109; did you mean/);
  expect(await shares('+14155550101')).toBe(
    '+14155550101 is in numbers.phone-number.json and twin.phone-number.json; give one of these files\n',
  );
});

test.each(['+1 (415) 555-0100', '(415) 555-0100', '1-415-555-0100', '415.555.0100'])(
  'resolve reads a number in the spelling %s',
  async writtenNumber => {
    for (const name of ['resolve', 'reach', 'graph', 'simulate'])
      expect(await inClinic(name, writtenNumber)).toEqual(await inClinic(name, '+14155550100'));
  },
);
test('for a reference in a separate argument, AGENT@REF is suggested', async () => {
  for (const name of ['resolve', 'reach', 'cost']) {
    const { code, stdout, stderr } = await inClinic(name, 'Front desk', 'prod', '--format', 'markdown');
    expect(code).toBe(1);
    expect(stdout + stderr).toMatch(/no agent prod in this workspace.*; did you mean "Front desk@(<!-- -->)?prod"\?/);
    expect((await inClinic(name, 'Front desk', 'prd')).stderr).not.toContain('Front desk@');
  }
});

test('agents are suggested if one word of their name was misspelled', async () => {
  const agent = (id: string, name: string): string => JSON.stringify({ agent_id: id, agent_name: name, version: 0 });
  const folder = folderWith({
    'a.agent.json': agent('agent_a', 'Harbor Billing'),
    'b.agent.json': agent('agent_b', 'Mesa Billing'),
    'c.agent.json': agent('agent_c', 'Mesa Night line'),
    'preflight.config.json': '{"complete": ["agent"]}',
  });
  for (const name of ['resolve', 'reach', 'prompt', 'graph', 'cost', 'simulate']) {
    const { stdout, stderr } = await preflight([name, 'Biling@prod'], folder);
    expect(stdout + stderr).toMatch(
      /no agent "?Biling"? in this\s+workspace; did you mean\s+"Harbor\s+Billing"\s+or\s+"Mesa\s+Billing"\?/,
    );
  }
});
test('an empty argument is refused as empty', async () => {
  for (const name of ['explain', 'rules', 'plan', 'affected', 'doctor'])
    expect(await preflight([name, ''], clinic)).toMatchObject({ code: 2, stderr: 'an argument is empty\n' });
  for (const name of ['lint', 'drift', 'import', 'suppress'])
    expect(await preflight([name, ''], clinic)).toMatchObject({ code: 2, stderr: 'a path is empty\n' });
});
