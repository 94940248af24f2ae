import { describe, expect, test } from 'vitest';
import { answered, editors } from '../../testing/clients.ts';
import { everything, type Editor } from '../../testing/editor.ts';
import { agent, agentList } from '../../testing/preflight.ts';
import { requests, type AgentNode, type FileStatus, type PlanAnswer } from '../protocol.ts';

const editorOver = editors();

test('agents are sent with their findings once all files have been read', async () => {
  const editor = editorOver(
    {
      'v1.agent.json': agent('"voice_speed": 9'),
      'all.agent-list.json': agentList('"prod": { "version": 1 }'),
    },
    everything,
  );
  await editor.greeting;
  const agentNodes = await editor.connection.sendRequest<AgentNode[]>(requests.agents);
  // the client of VS Code sends `[null]` for missing parameters
  expect(await editor.connection.sendRequest(requests.agents, undefined)).toEqual(agentNodes);
  const tree = (nodes: readonly AgentNode[], indent = ''): string[] =>
    nodes.flatMap(({ type, label, detail, errors, place, children }) => [
      [
        `${indent}${type} ${label} – ${detail} `,
        errors > 0 ? `(${errors} errors) ` : '',
        place ? answered([place.uri, place.range], editor) : '',
      ].join(''),
      ...tree(children ?? [], `${indent}  `),
    ]);
  expect(tree(agentNodes)).toMatchInlineSnapshot(`
    [
      "agent Desk – voice (1 errors) [all.agent-list.json, 1:2-1:3]",
      "  version version 1 – published (1 errors) [v1.agent.json, 1:1-1:2]",
      "    tag prod – 0 variables [all.agent-list.json, 1:90-1:91]",
    ]
  `);
});

test('an agent has the same number of findings as the list of its file', async () => {
  const words = Array.from({ length: 4 }, () => '{ "word": "Oslo", "alphabet": "ipa" }').join(),
    editor = editorOver({ 'v1.agent.json': agent(`"pronunciation_dictionary": [${words}]`) }, everything);
  await editor.greeting;
  const [desk] = await editor.connection.sendRequest<AgentNode[]>(requests.agents),
    { errors, warnings } = await editor.connection.sendRequest<FileStatus>(requests.fileStatus, {
      uri: editor.uri('v1.agent.json'),
    });
  expect([desk!.errors, desk!.warnings]).toEqual([errors, warnings]);
  expect(errors).toBe(1);
});

describe('an agent in two workspaces', () => {
  const copies = (): Editor =>
    editorOver(
      {
        'live/v1.agent.json': agent(''),
        'live/all.agent-list.json': agentList('"prod": { "version": 1 }'),
        'staging/v1.agent.json': agent('"voice_speed": 1.5'),
        'staging/all.agent-list.json': agentList('"next": { "version": 1 }'),
      },
      { ...everything, folders: ['live', 'staging'] },
    );
  test('has two rows, each with its folder', async () => {
    const editor = copies();
    await editor.greeting;
    const agentNodes = await editor.connection.sendRequest<AgentNode[]>(requests.agents);
    expect(agentNodes.map(({ folder, children }) => [folder, children![0]!.children![0]!.label])).toEqual([
      ['live', 'prod'],
      ['staging', 'next'],
    ]);
    const idsOf = (nodes: readonly AgentNode[]): string[] =>
      nodes.flatMap(({ id, children }) => [id, ...idsOf(children ?? [])]);
    expect(new Set(idsOf(agentNodes)).size).toBe(6);
  });
  test('shows more of the path if two folders have the same name', async () => {
    const editor = editorOver(
      { 'eu/agents/v1.agent.json': agent(''), 'us/agents/v1.agent.json': agent('') },
      { ...everything, folders: ['eu/agents', 'us/agents'] },
    );
    await editor.greeting;
    const agentNodes = await editor.connection.sendRequest<AgentNode[]>(requests.agents);
    expect(agentNodes.map(({ folder }) => folder)).toEqual(['eu/agents', 'us/agents']);
  });
  test('keeps its ids when a folder is added, so that its rows stay unfolded', async () => {
    const editor = editorOver(
      {
        'live/v1.agent.json': agent(''),
        'live/all.agent-list.json': agentList('"prod": { "version": 1 }'),
        'staging/v1.agent.json': agent('"voice_speed": 1.5'),
      },
      { ...everything, folders: ['live'] },
    );
    await editor.greeting;
    const idOf = async (): Promise<string[]> =>
      (await editor.connection.sendRequest<AgentNode[]>(requests.agents)).map(({ id }) => id);
    const ownId = await idOf();
    await editor.open('staging/v1.agent.json', agent('"voice_speed": 1.5'));
    const bothId = await idOf();
    expect([ownId.length, bothId.length]).toEqual([1, 2]);
    expect(bothId[0]).toBe(ownId[0]);
  });
  test('is compared within its own workspace', async () => {
    const editor = copies();
    await editor.greeting;
    const versions = { agentId: 'agent_desk', before: 'next', after: 1 },
      problemOf = async (file: string): Promise<string | undefined> =>
        (await editor.connection.sendRequest<PlanAnswer>(requests.plan, { uri: editor.uri(file), versions: versions }))
          .problem;
    expect(await problemOf('staging/v1.agent.json')).toBe(undefined);
    expect(await problemOf('live/v1.agent.json')).toMatch(/cannot be compared/);
  });
});
