import { describe, expect, test } from 'vitest';
import { completionsAt } from '../features/completion/completion.ts';
import type { PositionContext } from '../features/context.ts';
import { codeLenses } from '../features/decorations/code-lenses.ts';
import { inlayHints } from '../features/decorations/inlay-hints.ts';
import { semanticTokens } from '../features/decorations/semantic-tokens.ts';
import { hoverAt } from '../features/hover/hover.ts';
import { definitionsAt } from '../features/navigation/definitions.ts';
import { documentLinks } from '../features/navigation/links.ts';
import { outlineOf } from '../features/navigation/outline.ts';
import { referencesAt } from '../features/navigation/references.ts';
import { prepareRename, renameAt } from '../features/navigation/rename.ts';
import { flowView } from '../features/panels/flow.ts';
import { previewAt } from '../features/panels/preview.ts';
import { workspaceGraph } from '../simulator/graph.ts';
import { fixtureOf } from './fixture.ts';
import { committed, git, lintJson, preflight, scratchFolders, write } from './preflight.ts';
import { serialized } from './serialized.ts';

// Tools of a conversation node are deprecated but still work, so they must be treated like those of a subagent node.

const folderWith = scratchFolders();
const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
const types = ['conversation', 'subagent'] as const;
type NodeType = (typeof types)[number];
/** Replaces the type of the nodes, padded to one length, so that positions are equal for all types. */
const textFor = (text: string, type: NodeType): string => text.replaceAll('"TALKS"', `"${type}"`.padEnd(14));
/** Removes the parts of an output that may differ: the type of the node, and the commit. */
const withoutVaryingParts = (text: string): string =>
  text
    .replace(/\b(?:conversation|subagent)(?= node\b)/g, 'talking')
    .replace(/"?\b(?:conversation|subagent)"? *(?=[,;}\n]|$)/gm, 'TALKS')
    .replace(/"commit": "\w+"/, '"commit"');

const agent = (id: string, engine: string) => ({
  agent_id: id,
  version: 1,
  is_published: true,
  last_modification_timestamp: 1767225600000,
  agent_name: id,
  voice_id: '11labs-Myra',
  language: 'en-US',
  response_engine: { type: 'conversation-flow', conversation_flow_id: engine, version: 1 },
});
const custom = (name: string, more: object) => ({
  type: 'custom',
  name,
  description: `Does ${name}.`,
  url: 'https://api.example.com/{{account}}',
  method: 'POST',
  ...more,
});
const talkNode = (id: string, tools: readonly unknown[], tool_ids: readonly string[]) => ({
  id,
  type: 'TALKS',
  instruction: { type: 'prompt', text: `Call 'look_up', then 'to_intl', then "nothing_like_it". {{customer}}` },
  tools,
  tool_ids,
  edges: [
    { id: `${id}_end`, destination_node_id: 'bye', transition_condition: { type: 'prompt', prompt: 'They are done' } },
  ],
});
const files = (type: NodeType): Record<string, string> =>
  Object.fromEntries(
    Object.entries({
      'desk.agent.json': agent('agent_desk', 'flow_desk'),
      'intl.agent.json': agent('agent_intl', 'flow_intl'),
      'main.phone-number.json': {
        phone_number: '+14155550100',
        inbound_agents: [{ agent_id: 'agent_desk', agent_version: 1, weight: 1 }],
      },
      'intl.conversation-flow.json': {
        conversation_flow_id: 'flow_intl',
        version: 1,
        start_node_id: 'bye',
        nodes: [{ id: 'bye', type: 'end' }],
      },
      'desk.conversation-flow.json': {
        conversation_flow_id: 'flow_desk',
        version: 1,
        start_node_id: 'main',
        tools: [custom('book', { tool_id: 'tool_book', description: '' })],
        nodes: [
          talkNode(
            'main',
            [
              { type: 'end_call', name: 'hang_up', description: 'Ends.' },
              {
                type: 'agent_swap',
                name: 'to_intl',
                description: 'Other languages.',
                agent_id: 'agent_intl',
                agent_version: 1,
                post_call_analysis_setting: 'only_destination_agent',
              },
              custom('look_up', { response_variables: { customer: '$.name' } }),
              custom('look_up', { description: null }),
              {
                type: 'transfer_call',
                name: 'to_manager',
                description: 'A manager.',
                transfer_destination: { type: 'predefined', number: '+14155550123' },
                transfer_option: { type: 'cold_transfer' },
              },
            ],
            ['tool_book', 'tool_bok'],
          ),
          { id: 'bye', type: 'end' },
        ],
        components: [
          {
            conversation_flow_component_id: 'local',
            name: 'Local',
            start_node_id: 'ask',
            nodes: [talkNode('ask', [custom('ask_more', {})], ['tool_book']), { id: 'bye', type: 'end' }],
          },
        ],
      },
      'shared.flow-component.json': {
        name: 'Shared',
        conversation_flow_component_id: 'shared',
        start_node_id: 'ask',
        nodes: [talkNode('ask', [{ type: 'custom' }, 7], []), { id: 'bye', type: 'end' }],
      },
      'calls.test-case.json': {
        name: 'Looks up',
        user_prompt: 'You want a visit.',
        metrics: ['It was looked up'],
        response_engine: { type: 'conversation-flow', conversation_flow_id: 'flow_desk', version: 1 },
        tool_mocks: [
          { tool_name: 'look_up', input_match_rule: { type: 'any' }, output: '{}' },
          { tool_name: 'look_upp', input_match_rule: { type: 'any' }, output: '{}' },
        ],
      },
    }).map(([name, value]) => [name, textFor(json(value), type)]),
  );

describe('every answer for a conversation node equals the answer for a subagent node', () => {
  test.each([
    ['findings', 'lint', '--format', 'json', '--ignore', 'deprecated-field'],
    ['resolutions', 'resolve', '--all', '--format', 'json'],
    ['reach', 'reach', '--format', 'json'],
    ['reach in words', 'reach'],
    ['graph', 'graph'],
    ['a call', 'simulate', 'desk.agent.json', '--call', 'silent', '--format', 'json'],
    ['what is not known', 'doctor'],
    ['a comparison with no tools', 'plan', '--base', 'HEAD', '--format', 'json'],
    ['affected records', 'affected', '--base', 'HEAD', '--format', 'json'],
  ])('%s', async (_, ...args) => {
    const answers = [];
    for (const type of types) {
      const folder = committed(folderWith(files(type)));
      if (args.includes('HEAD')) {
        const value = JSON.parse(files(type)['desk.conversation-flow.json']!) as { nodes: object[] };
        const nodes = value.nodes.map(node => ({ ...node, tools: [], tool_ids: [] }));
        write(folder, { 'desk.conversation-flow.json': json({ ...value, nodes }) });
      }
      const { code, stdout } = await preflight(args, folder);
      expect(stdout.length).toBeGreaterThan(100);
      answers.push({ code, stdout: withoutVaryingParts(stdout) });
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  test('in an editor, at every place', () => {
    const answers = types.map(type => {
      const { workspace } = fixtureOf(
        Object.entries(files(type))
          .map(([name, text]) => `-- ${name} --\n${text}`)
          .join(''),
      );
      const lines: string[] = [];
      const addLine = (what: string, answer: unknown): unknown =>
        lines.push(`${what}: ${withoutVaryingParts(serialized([answer], workspace))}`);
      addLine('graph', workspaceGraph(workspace));
      for (const document of workspace.documents.filter(({ file }) => /desk\.conv|test-case/.test(file))) {
        const context = { workspace, savedWorkspace: workspace, document },
          range = { start: 0, end: document.text.length };
        addLine('tokens', semanticTokens(context));
        addLine('hints', inlayHints({ ...context, range }));
        addLine('lenses', codeLenses(context));
        addLine('links', documentLinks(context));
        addLine('outline', outlineOf(document));
        // keys are skipped, because their meaning is described differently for each type
        for (const { index } of document.text.matchAll(/(?<=")\w(?![^"\n]*": )/g)) {
          const positionContext: PositionContext = { ...context, offset: index };
          if (/^(?:conversation|subagent)"/.test(document.text.slice(index))) continue;
          const line = `${document.file}:${document.text.slice(0, index).split('\n').length}`;
          addLine(
            `${line} hover`,
            hoverAt(positionContext, [], () => undefined),
          );
          addLine(`${line} definitions`, definitionsAt(positionContext));
          addLine(`${line} references`, referencesAt(positionContext, true));
          addLine(`${line} renamable`, prepareRename(positionContext));
          addLine(`${line} rename`, renameAt(positionContext, 'renamed'));
          addLine(`${line} completion`, completionsAt(positionContext));
        }
        addLine('flow', flowView({ ...context, offset: document.text.indexOf('"main"') }));
        addLine('preview', previewAt({ ...context, offset: 1 }));
      }
      return lines;
    });
    expect(answers[0]!.length).toBeGreaterThan(400);
    expect(answers[0]).toEqual(answers[1]);
  });
});

test.each(types)('the deletion of an agent is reported at the tool of a %s node that swaps to it', async type => {
  const folder = committed(folderWith(files(type)));
  git(folder, 'rm', '-q', 'intl.agent.json', 'intl.conversation-flow.json');
  const place = '/nodes/0/tools/1/agent_id';
  const { code, findings } = await lintJson(['--changed-since', 'HEAD'], folder);
  expect(code).toBe(1);
  expect(findings.filter(({ pointer }) => pointer === place)).toMatchObject([
    {
      rule: 'lost-reference',
      severity: 'error',
      message: 'agent agent_intl existed in HEAD and is gone; swap to_intl used its version 1',
    },
  ]);
  const plan = await preflight(['plan', '--base', 'HEAD', '--assert', 'no breaks', '--format', 'json'], folder);
  expect([plan.code, plan.stdout]).toEqual([4, expect.stringContaining(place) as string]);
  const ci = await preflight(['ci', '--base', 'HEAD'], folder);
  expect([ci.code, ci.stdout]).toEqual([1, expect.stringContaining('lost-reference') as string]);
});

test('a fix turns a conversation node into a subagent node, and its static text into a prompt', async () => {
  const node = { id: 'a', type: 'conversation', tools: [{ type: 'end_call', name: 'bye' }] };
  const flow = (...instructions: object[]): string =>
    json({ nodes: instructions.map((instruction, i) => ({ ...node, id: `n${i}`, instruction })) });
  const folder = folderWith({
    'a.conversation-flow.json': flow({ type: 'prompt', text: 'Talk.' }, { type: 'static_text', text: 'Hello.' }),
  });
  const { stdout } = await preflight(['lint', '--rule', 'deprecated-field', '--fix', '--unsafe', '--diff'], folder);
  expect(stdout.match(/^[-+] .+/gm)).toEqual([
    '-      "type": "conversation",',
    '+      "type": "subagent",',
    '-      "type": "conversation",',
    '+      "type": "subagent",',
    '-        "type": "static_text",',
    '+        "type": "prompt",',
  ]);
});
