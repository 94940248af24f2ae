import { describe, expect, test } from 'vitest';
import { rules } from '../../../rules/index.ts';
import { defaultConfiguration } from '../../core/configuration/configuration.ts';
import { Document } from '../../core/document.ts';
import { lint, RuleSet } from '../../core/engine/lint.ts';
import { applyTextEdits } from '../../core/fixing/apply.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import { newRecord, type NewRecord } from './new-records.ts';

const everyRule = new RuleSet(rules);
const now = 1_767_225_600_000;
type Texts = Readonly<Record<string, string>>;
const workspaceOf = (texts: Texts): Workspace =>
  new Workspace(
    Object.entries(texts).map(([file, text]) => new Document(file, text)),
    { complete: ['agent', 'agent-list', 'llm', 'conversation-flow', 'flow-component'], today: '2026-01-15' },
  );

/** All texts including the new ones, and the names of the new files in order. */
function create(
  result: NewRecord,
  texts: Texts = {},
  folder?: string,
): { readonly texts: Texts; readonly names: string[] } {
  const changes = newRecord(result, { workspace: workspaceOf(texts), folder, isTaken: file => file in texts, now });
  if ('reason' in changes) throw new Error(changes.reason);
  const files = { ...texts };
  for (const change of changes)
    files[change.file] = 'create' in change ? change.create : applyTextEdits(texts[change.file]!, change.edits)!;
  return { texts: files, names: changes.map(({ file }) => file) };
}
const linesOf = (texts: Texts): string[] => {
  const workspace = workspaceOf(texts);
  return workspace.documents.flatMap(document =>
    lint(document, workspace, everyRule, defaultConfiguration).map(
      finding => `${finding.file} ${finding.rule} ${finding.message}`,
    ),
  );
};
const agent = (name: string, fields: object = {}): NewRecord => ({
  kind: 'agent',
  name,
  channel: 'voice',
  engine: 'llm',
  ...fields,
});

describe('a new agent', () => {
  const voice = create(agent('Front desk'));
  test('in an empty folder is a draft with its engine and a list', () => {
    expect(voice.names).toEqual([
      'agents/front-desk/v0.agent.json',
      'engines/front-desk.llm.json',
      'agents/agents.agent-list.json',
    ]);
    expect(JSON.parse(voice.texts['agents/front-desk/v0.agent.json']!)).toMatchObject({
      agent_id: 'agent_front_desk',
      is_published: false,
      agent_name: 'Front desk',
      response_engine: { type: 'service-llm', llm_id: 'llm_front_desk' },
    });
  });
  test.each([
    ['voice', 'llm'],
    ['voice', 'conversation-flow'],
    ['chat', 'llm'],
    ['chat', 'conversation-flow'],
  ])('of channel %s on %s has no finding, and the kinds of its files match their names', (channel, engine) => {
    const { texts } = create(agent('Front desk', { channel, engine }));
    expect(linesOf(texts)).toEqual([]);
    for (const [file, text] of Object.entries(texts))
      expect(new Document('x.json', text).kind, file).toBe(/\.([a-z-]+)\.json$/.exec(file)![1]);
  });
  test('is created beside the other agents and in the existing list, with new ids', () => {
    const { texts, names } = create(agent('Front desk', { channel: 'chat', engine: 'conversation-flow' }), voice.texts);
    expect(names).toEqual([
      'agents/front-desk-2/v0.agent.json',
      'flows/front-desk-2.conversation-flow.json',
      'agents/agents.agent-list.json',
    ]);
    expect(
      (JSON.parse(texts['agents/agents.agent-list.json']!) as { agent_id: string }[]).map(({ agent_id }) => agent_id),
    ).toEqual(['agent_front_desk', 'agent_front_desk_2']);
    expect(linesOf(texts)).toEqual([]);
  });
  test('becomes another item on a page of a list', () => {
    const list = '{ "items": [{ "agent_id": "agent_a", "channel": "voice", "tags": {} }], "has_more": false }';
    const { texts } = create(agent('B'), { 'a.agent-list.json': list });
    expect(JSON.parse(texts['a.agent-list.json']!)).toMatchObject({
      items: [{ agent_id: 'agent_a' }, { agent_id: 'agent_b' }],
    });
  });
  test('among agents without a list gets no list, and a given folder contains all its files', () => {
    const files = { 'desk.agent.json': voice.texts['agents/front-desk/v0.agent.json']! };
    expect(create(agent('B'), files).names).toEqual(['b.agent.json', 'engines/b.llm.json']);
    expect(create(agent('B'), files, 'x').names).toEqual(['x/b.agent.json', 'x/b.llm.json']);
    expect(create(agent('B'), {}, '').names).toEqual(['b.agent.json', 'b.llm.json', 'agents.agent-list.json']);
  });
  test('has the dialect of the other agents', () => {
    const { texts } = create(agent('B'), {
      'a.agent.json':
        '{ "agent_id": "agent_a", "voice_id": "v", "response_engine": { "type": "retell-llm", "llm_id": "llm_a" } }',
    });
    expect(texts['b.agent.json']).toContain('"type": "retell-llm"');
  });
  test('needs a name, in any script', () => {
    expect(
      newRecord(agent('  '), { workspace: workspaceOf({}), folder: undefined, isTaken: () => false, now }),
    ).toEqual({
      reason: 'it has no name',
    });
    const { texts, names } = create(agent('受付'));
    expect([names[0], linesOf(texts)]).toEqual(['agents/agent/v0.agent.json', []]);
  });
});

test('a new component has no finding', () => {
  const result = { kind: 'flow-component', name: 'Take a message' } as const;
  const { texts, names } = create(result);
  expect([names, linesOf(texts)]).toEqual([['components/take-a-message.flow-component.json'], []]);
  const second = create(result, texts);
  expect([second.names, linesOf(second.texts)]).toEqual([['components/take-a-message-2.flow-component.json'], []]);
});
