import { describe, expect, test } from 'vitest';
import { Document } from '../document.ts';
import type { Kind } from '../kinds.ts';
import { fileFor, habitOf, type FiledRecord } from './record-files.ts';

type Files = Readonly<Record<string, object>>;
const agent = (id: string, name: string, version = 0): object => ({
  agent_id: id,
  agent_name: name,
  version,
  voice_id: '11labs-Myra',
  response_engine: { type: 'custom-llm' },
});
const llm = (id: string, version = 0): object => ({ llm_id: id, version, general_prompt: 'Help.', model: 'gpt-4.1' });

/** The path of the file for a record. */
function newFile(
  kind: Kind,
  files: Files,
  record: Omit<FiledRecord, 'kind'>,
  isUsable = (_: string): boolean => true,
): string {
  const documents = Object.entries(files).map(([file, value]) => new Document(file, JSON.stringify(value)));
  const freeFiles = { exists: (file: string) => file in files, isUsable };
  return fileFor({ kind, ...record }, habitOf(kind, documents), freeFiles);
}
const liveProcess = { id: 'agent_99b2', name: 'After hours', version: 0 };

describe('a new agent', () => {
  test.each<[string, Files, string]>([
    ['for its kind without other agents', {}, 'agents/after-hours/v0.agent.json'],
    [
      'among folders of agents, with files of versions',
      {
        'agents/desk/v2.json': agent('agent_1', 'Lakeside Front Desk', 2),
        'agents/desk/v3.json': agent('agent_1', 'Lakeside Front Desk', 3),
        'agents/billing/v1.json': agent('agent_2', 'Billing', 1),
      },
      'agents/after-hours/v0.json',
    ],
    ['beside the only agent', { 'agents/desk/v2.json': agent('agent_1', 'Lakeside', 2) }, 'agents/after-hours/v0.json'],
    [
      'beside the only agent, which has no folder',
      { 'agents/v2.json': agent('agent_1', 'Desk', 2) },
      'agents/after-hours.v0.json',
    ],
    [
      'among files of names',
      { 'va/desk.agent.json': agent('agent_1', 'Desk'), 'va/billing.agent.json': agent('agent_2', 'Billing') },
      'va/after-hours.agent.json',
    ],
    [
      'among files of ids',
      { 'a/agent_1.json': agent('agent_1', 'Desk'), 'a/agent_2.json': agent('agent_2', 'Billing') },
      'a/agent_99b2.json',
    ],
    [
      'among files of ids and versions',
      {
        'a/agent_1.v3.json': agent('agent_1', 'Desk', 3),
        'a/agent_2-v0.json': agent('agent_2', 'B'),
        'a/agent_3.v1.json': agent('agent_3', 'C', 1),
      },
      'a/agent_99b2.v0.json',
    ],
    [
      'among folders of agents, all with the same file names',
      { 'a/desk/agent.json': agent('agent_1', 'X'), 'a/billing/agent.json': agent('agent_2', 'Y') },
      'a/after-hours/agent.json',
    ],
    [
      'among folders of versions',
      {
        'a/desk/3/settings.json': agent('agent_1', 'X', 3),
        'a/bill/v1/settings.json': agent('agent_2', 'Y', 1),
        'a/desk/4/settings.json': agent('agent_1', 'X', 4),
      },
      'a/after-hours/0/settings.json',
    ],
    [
      'among folders of versions of the only agent',
      {
        'agents/desk/3/settings.json': agent('agent_1', 'X', 3),
        'agents/desk/4/settings.json': agent('agent_1', 'X', 4),
      },
      'agents/after-hours/0/settings.json',
    ],
    [
      'among folders of environments',
      {
        'prod/desk.json': agent('agent_1', 'Desk'),
        'prod/bill.json': agent('agent_2', 'Bill'),
        'dev/desk.json': agent('agent_3', 'Desk'),
        'dev/bill.json': agent('agent_4', 'Bill'),
      },
      'prod/after-hours.json',
    ],
    [
      'beside a list of all agents',
      { 'all/agents.json': [agent('agent_1', 'Desk'), agent('agent_2', 'Billing')] },
      'all/agent_99b2.v0.agent.json',
    ],
    [
      'with a number if another agent has the same name',
      {
        'agents/after-hours/v7.json': agent('agent_1', 'After hours', 7),
        'agents/desk/v0.json': agent('agent_2', 'Desk'),
      },
      'agents/after-hours-2/v0.json',
    ],
  ])('gets a file %s', (_, files, file) => expect(newFile('agent', files, liveProcess)).toBe(file));
  test('whose content does not show its kind gets the suffix of its kind', () =>
    expect(
      newFile('agent', { 'a/desk.json': agent('agent_1', 'Desk') }, liveProcess, file => file.endsWith('.agent.json')),
    ).toBe('a/after-hours.agent.json'));
  test('whose usual folder is not read gets another folder', () =>
    expect(
      newFile('agent', { 'a/desk.json': agent('agent_1', 'Desk') }, liveProcess, file => !file.startsWith('a/')),
    ).toBe('agent_99b2.agent.json'));
  test('gets a new folder if no folder isUsable', () => {
    const files = { 'new/a/v0.json': agent('agent_1', 'A'), 'new/b/v0.json': agent('agent_2', 'B') };
    expect(newFile('agent', files, liveProcess, () => false)).toBe('new/agent_99b2.agent.json');
  });
  test.each(['../../etc/passwd', '/etc/passwd', '..', 'a/b\\c', '.git', '/.git', '/./.git', '', '\0'])(
    'with the id or name %j gets a file inside its folder',
    name => {
      for (const files of [{}, { 'a/desk.json': agent('x', 'Desk') }, { 'a/x.json': agent('x', 'Desk') }])
        expect(newFile('agent', files, { id: name, name })).toMatch(/^(?:[a-z0-9][\w-]*\/)*[a-z0-9][\w.-]*\.json$/);
    },
  );
});

describe('a new version', () => {
  test.each<[string, Files, string]>([
    ['beside another version', { 'a/desk/v3.json': agent('agent_99b2', 'Desk', 3) }, 'a/desk/v5.json'],
    [
      'beside the newest version',
      { 'a/v3.json': agent('agent_99b2', 'D', 3), 'b/desk.v4.json': agent('agent_99b2', 'D', 4) },
      'b/desk.v5.json',
    ],
    [
      'beside a version without a number',
      { 'a/desk.agent.json': agent('agent_99b2', 'Desk', 0) },
      'a/desk.v5.agent.json',
    ],
    [
      'beside the folder of a version',
      { 'a/desk/v4/agent.json': agent('agent_99b2', 'Desk', 4) },
      'a/desk/v5/agent.json',
    ],
    [
      'beside an existing file with its name',
      { 'a/v3.json': agent('agent_99b2', 'D', 3), 'a/v5.json': [] },
      'a/v5-2.json',
    ],
  ])('gets a file %s', (_, files, file) => expect(newFile('agent', files, { ...liveProcess, version: 5 })).toBe(file));
});

test('the file name contains the id of the record if many records have the same name', () => {
  const files = Object.fromEntries(
    ['', '-2', '-3', '-4', '-5', '-6', '-7', '-8', '-9'].map((n, i) => [
      `a/late${n}.json`,
      agent(`agent_${i}`, 'Late'),
    ]),
  );
  expect(newFile('agent', files, { id: 'agent_99b2', name: 'Late' })).toBe('a/late-agent_99b2.json');
});
test('an engine is named by its id, and a phone number by its number', () => {
  expect(newFile('llm', {}, { id: 'llm_7' })).toBe('engines/llm_7.llm.json');
  const engines = { 'llms/desk.v1.json': llm('llm_1', 1), 'llms/billing.v0.json': llm('llm_2') };
  expect(newFile('llm', engines, { id: 'llm_7', version: 0 })).toBe('llms/llm_7.v0.json');
  const numbers = { 'n/main.json': { phone_number: '+1', inbound_agents: [] } };
  expect(newFile('phone-number', numbers, { id: '+14155550100' })).toBe('n/14155550100.json');
  expect(newFile('phone-number', numbers, { id: '+14155550100', name: 'Main line' })).toBe('n/main-line.json');
});
test('the file of an agent list is beside the files of the agents', () => {
  expect(newFile('agent-list', {}, { id: 'agents' })).toBe('agents/agents.agent-list.json');
  const files = { 'va/desk/v0.json': agent('a', 'Desk'), 'va/bill/v0.json': agent('b', 'Bill') };
  expect(newFile('agent-list', files, { id: 'agents' })).toBe('va/agents.agent-list.json');
});
