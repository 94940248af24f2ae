import { describe, expect, test } from 'vitest';
import { Document } from '../document.ts';
import type { Json } from '../json/json.ts';
import { Workspace } from './workspace.ts';

const summary = (version: Json, is_published = true): Json => ({
  version,
  is_published,
  last_modification_timestamp: Number(version),
});
const record = (version: number, fields: object = {}): Json => ({
  agent_id: 'a',
  version,
  response_engine: { type: 'custom-llm' },
  voice_id: 'v',
  ...fields,
});
const list = (tags: object): Json => [
  { agent_id: 'a', agent_name: 'A', channel: 'voice', user_modified_timestamp: 1, tags: tags as Json },
];

/** A workspace of files by name. A string is the text of a file; any other value is written as JSON. */
const workspaceOf = (files: Readonly<Record<string, Json>>): Workspace =>
  new Workspace(
    Object.entries(files).map(
      ([file, content]) => new Document(file, typeof content === 'string' ? content : JSON.stringify(content)),
    ),
  );
const answer = (files: Readonly<Record<string, Json>>, reference: string | number): string => {
  const { outcome, version, because } = workspaceOf(files).resolve('a', reference);
  return outcome === 'resolved' ? `${outcome} ${version}` : `${outcome}: ${because}`;
};

describe('a version to which a tag points and which no file describes', () => {
  const files = {
    '1.agent.json': record(1, { is_published: true }),
    '3.agent.json': record(3, { is_published: false }),
  };
  test('may be the latest if it is newer than the largest number here', () => {
    const allFiles = { ...files, 't.agent-list.json': list({ prod: { version: 7 } }) };
    const because = 'tag prod of A points to version 7, which is not in this workspace';
    expect(answer(allFiles, 'latest')).toBe(`unknowable: ${because}, so which version is its latest is not known`);
    expect(answer(allFiles, 'latest_published')).toBe(
      `unknowable: ${because}, so whether that is published is not known`,
    );
    expect(answer({ ...allFiles, 'a.agent-versions.json': [summary(1), summary(3)] }, 'latest')).toBe('resolved 3');
  });
  test('may be the last published version even if it is older', () => {
    const allFiles = { ...files, 't.agent-list.json': list({ prod: { version: 2 } }) };
    expect(answer(allFiles, 'latest')).toBe('resolved 3');
    const because = 'tag prod of A points to version 2, which is not in this workspace';
    expect(answer(allFiles, 'latest_published')).toBe(
      `unknowable: ${because}, so whether that is published is not known`,
    );
    const summaries = { 'a.agent-versions.json': [summary(1), summary(3, false)] };
    expect(answer({ ...allFiles, ...summaries }, 'latest_published')).toBe('resolved 1');
  });
});

describe('a list that cannot be read as a whole', () => {
  test('does not prove that a version does not exist', () => {
    const wholeList = { 'a.agent-versions.json': [summary(1), summary(2)] };
    expect(answer(wholeList, 4)).toMatch(/^missing: /);
    expect(answer({ 'a.agent-versions.json': [summary(1), summary('4')] }, 4)).toMatch(/^unknowable: /);
    expect(answer({ 'a.agent-versions.json': `[${JSON.stringify(summary(1))}, {"ver` }, 4)).toMatch(/^unknowable: /);
    const resolution = workspaceOf({ 'a.agent-versions.json': [summary(1), {}] }).resolve('a', 'latest');
    expect(resolution).toMatchObject({ version: 1, assumptions: ['workspace-complete'] });
  });
  test('does not prove that a tag does not exist', () => {
    const cutText = '[{ "agent_id": "a", "tags": { "beta": { "version": 1 },';
    const files = { '1.agent.json': record(1, { assigned_tags: ['beta', 'prod'] }) };
    expect(answer({ ...files, 't.agent-list.json': list({ beta: { version: 1 } }) }, 'prod')).toMatch(/^missing: /);
    expect(answer({ ...files, 't.agent-list.json': cutText }, 'prod')).toBe('resolved 1');
    expect(answer({ ...files, 't.agent-list.json': cutText }, 'gamma')).toMatch(
      /^unknowable: no agent list here says whether/,
    );
  });
});

describe('sources of the same rank that disagree', () => {
  test('leave the facts of a version unknown', () => {
    const files = {
      'x.agent.json': record(1, { is_published: true, assigned_tags: ['beta', 'prod'] }),
      'y.agent.json': record(1, { is_published: false, assigned_tags: ['beta'] }),
    };
    expect(workspaceOf(files).resolve('a', 1)).toMatchObject({ version: 1, isPublished: null, variablesFrom: null });
    expect(answer(files, 'latest_published')).toBe('unknowable: whether version 1 of a is published is not known');
    expect(answer(files, 'beta')).toBe('resolved 1');
    expect(answer(files, 'prod')).toBe(
      'unknowable: whether tag prod of a is assigned to version 1 is not known, because the files disagree',
    );
    // a record counts before a summary
    expect(
      workspaceOf({ 'x.agent.json': files['x.agent.json'], 'a.agent-versions.json': [summary(1, false)] }).resolve(
        'a',
        1,
      ),
    ).toMatchObject({ isPublished: true });
  });
  test('leave it unknown whether a tag exists', () => {
    const files = {
      'x.agent-list.json': list({ prod: { version: 1 }, beta: { version: 1 } }),
      'y.agent-list.json': list({ beta: { version: 1 } }),
      '1.agent.json': record(1),
    };
    expect(answer(files, 'prod')).toBe(
      'unknowable: whether tag prod of A is assigned to version 1 is not known, because the files disagree',
    );
    expect(answer(files, 'beta')).toBe('resolved 1');
    expect(answer(files, 'gamma')).toMatch(/^missing: /);
    expect(workspaceOf(files).resolve('a', 1)).toMatchObject({ variablesOutcome: 'unknowable', variablesFrom: null });
  });
  test('leave the variables unknown if two versions claim the preferred tag', () => {
    const files = {
      '1.agent.json': record(1, { assigned_tags: ['prod'] }),
      '2.agent.json': record(2, { assigned_tags: ['prod'] }),
    };
    expect(workspaceOf(files).resolve('a', 1)).toMatchObject({ variablesFrom: null, variablesOutcome: 'unknowable' });
  });
});

test('a reference to an engine without a version selects the largest version, regardless of the file name', () => {
  const workspace = workspaceOf({
    'a.agent.json': record(1, { response_engine: { type: 'service-llm', llm_id: 'l' } }),
    'new.llm.json': { llm_id: 'l', version: 10, general_prompt: 'new' },
    'old.llm.json': { llm_id: 'l', version: 9, general_prompt: 'old' },
  });
  const [agent] = workspace.agent('a')!.records;
  expect(workspace.engineOf(agent!)?.document.file).toBe('new.llm.json');
});

describe('a list proves that a record does not exist', () => {
  const item = (id: string): Json => ({
    agent_id: id,
    agent_name: id,
    channel: 'voice',
    user_modified_timestamp: 1,
    tags: {},
  });
  const page = (items: Json[], has_more: boolean): Json => ({
    items,
    has_more,
    ...(has_more && { pagination_key: 'x' }),
  });
  const outcome = (files: Readonly<Record<string, Json>>, id = 'z'): string =>
    workspaceOf(files).resolve(id, 'latest').outcome;
  const wholeList = { 'all.json': page([item('a'), item('b')], false), 'a.agent.json': record(1) };

  test('if it includes its end and every record in the workspace', () => {
    expect(workspaceOf(wholeList).resolve('z', 'latest')).toMatchObject({
      outcome: 'missing',
      because: 'no agent z in this workspace (all.json lists all)',
    });
    expect(outcome({ 'all.json': { agents: page([item('a')], false) } })).toBe('missing');
    expect(outcome({ 'all.json': page([record(1)], false) })).toBe('missing');
  });
  test.each<[string, Record<string, Json>]>([
    ['has a next page', { ...wholeList, 'all.json': page([item('a'), item('b')], true) }],
    ['does not say whether it ends', { ...wholeList, 'all.json': { items: [item('a'), item('b')] } }],
    ['is an array', { ...wholeList, 'all.json': [item('a'), item('b')] }],
    ['is filtered, incomplete or outdated', { ...wholeList, 'c.agent.json': record(1, { agent_id: 'c' }) }],
    ['lacks an agent of a list of versions', { ...wholeList, 'c.agent-versions.json': [summary(1)] }],
    ['lacks an agent of another list', { ...wholeList, 'x/some.json': page([item('c')], true) }],
    ['is one of two last pages', { ...wholeList, 'some.json': page([item('a')], false) }],
    ['is beside a file that may be an agent', { ...wholeList, 'c.agent.json': '{ "agent_name": "C", ' }],
    ['is cut off', { ...wholeList, 'all.json': `${JSON.stringify(wholeList['all.json']).slice(0, -1)}, ` }],
  ])('but not if it %s', (_, files) => expect(outcome(files)).toBe('unknowable'));
  test('if its pages are in one folder', () => {
    const pages = { '1.json': page([item('a')], true), '2.json': page([item('b')], false), 'b.agent.json': record(1) };
    expect(outcome(pages)).toBe('missing');
    expect(outcome({ '2.json': pages['2.json'], 'b.agent.json': record(1) })).toBe('unknowable');
    expect(outcome({ 'x/1.json': pages['1.json'], '2.json': pages['2.json'] })).toBe('unknowable');
  });
  test('but not in a partial checkout', () => {
    const { documents } = workspaceOf(wholeList);
    expect(new Workspace(documents, { isPart: true }).isComplete('agent')).toBe(false);
    expect(new Workspace(documents).isComplete('agent')).toBe(true);
  });
  test('for every kind of record', () => {
    const lists = (files: Readonly<Record<string, Json>>): unknown[] =>
      (['llm', 'conversation-flow', 'flow-component', 'phone-number'] as const).filter(kind =>
        workspaceOf(files).isComplete(kind),
      );
    const files: Record<string, Json> = {
      'llms.json': page([{ llm_id: 'l', general_prompt: '', model: 'gpt-4.1' }], false),
      'flows.json': page([{ conversation_flow_id: 'f', nodes: [], start_node_id: 'a', global_prompt: '' }], false),
      'components.json': page([{ conversation_flow_component_id: 'c', name: 'C', nodes: [] }], false),
      'numbers.json': page([{ phone_number: '+1', inbound_agents: null }], false),
    };
    expect(lists(files)).toEqual(['llm', 'conversation-flow', 'flow-component', 'phone-number']);
    const localFlow = { components: [{ conversation_flow_component_id: 'own', name: 'Own', nodes: [] }] };
    expect(lists({ ...files, 'f.conversation-flow.json': { conversation_flow_id: 'f', ...localFlow } })).toHaveLength(
      4,
    );
    expect(lists({ ...files, 'm.llm.json': { llm_id: 'm' } })).not.toContain('llm');
  });
  test('for versions, unless the page has a next page', () => {
    const pageOf = (has_more: boolean) => ({ 'a.agent-versions.json': page([summary(1)], has_more) });
    expect(answer(pageOf(false), 4)).toMatch(/^missing: /);
    expect(answer(pageOf(true), 4)).toMatch(/^unknowable: /);
    expect(answer({ 'a.agent-versions.json': { items: [summary(1)] } }, 4)).toMatch(/^missing: /);
  });
});
