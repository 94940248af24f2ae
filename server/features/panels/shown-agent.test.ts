import { describe, expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { codeLenses } from '../decorations/code-lenses.ts';
import { panelText } from '../../testing/panel-text.ts';
import type { PanelAnswer } from '../../view/panel-answer.ts';
import { previewAt, simulationReport } from './index.ts';

/** The first line of the preview and of the simulation at the caret, or the reason why it is missing. */
const wordsOf = (text: string): readonly unknown[] => {
  const context = contextAt(text),
    firstLine = ({ blocks }: PanelAnswer): string =>
      panelText(blocks, context.workspace).split('\n')[0]!.replace(/ ‹.*/, '');
  const report = simulationReport(context, { now: 0 })!,
    isRefused = report.words.includes('no call to simulate');
  const preview = previewAt(context),
    isEmpty = preview.words.startsWith('nothing ');
  return [isEmpty ? preview.words : firstLine(preview), isRefused ? report.words : firstLine(report)];
};
const callOf = (name: string): readonly unknown[] => [name, `${name}: a call with a silent caller`];

const flow = '{ "start_node_id": "a", "nodes": [{ "id": "a", "type": "end", "name": "▮Bye" }] }';
const llm = '{ "general_prompt": "▮Hello" }';
const agent = (name: string, fields = ''): string =>
  `{ "agent_name": "${name}", "voice_id": "11labs-Adrian"${fields === '' ? '' : `, ${fields}`} }`;
const first = agent('First', `"conversationFlow": ${flow.replace('▮', '')}`);

describe('an engine nested in an export belongs to the agent of the export', () => {
  test.each([
    ['of the dashboard', agent('Desk', `"agent_id": "", "conversationFlow": ${flow}`)],
    ['of the API', agent('Desk', `"agent_id": "", "conversation_flow": ${flow}`)],
    ['with one prompt', agent('Desk', `"agent_id": "", "retellLlmData": ${llm}`)],
    ['without a key for its id', agent('Desk', `"conversationFlow": ${flow}`)],
    ['with an id, but no version', agent('Desk', `"agent_id": "agent_desk", "conversationFlow": ${flow}`)],
    ['with a component', agent('Desk', `"conversationFlow": { "nodes": [], "components": [${flow}] }`)],
    ['that wraps both', `{ "agent": ${agent('Desk')}, "conversation_flow": ${flow} }`],
    [
      'that wraps both, with the cursor outside of both',
      `{ ▮"agent": ${agent('Desk')}, "conversation_flow": ${flow.replace('▮', '')} }`,
    ],
    ['in a list of agents', `[${first}, ${agent('Desk', `"conversationFlow": ${flow}`)}, ${agent('Last')}]`],
    ['in a list of agents, wrapped', `[${first}, { "agent": ${agent('Desk')}, "conversation_flow": ${flow} }]`],
    ['that is cut', agent('Desk', `"conversationFlow": ${flow}`).slice(0, -4)],
  ])('for an export %s', (_, text) => {
    expect(wordsOf(`-- x.agent.json --\n${text}`)).toEqual(callOf('Desk'));
    expect(wordsOf(`-- x.agent.json --\n${text.replace('"agent_name": "Desk", ', '')}`)[0]).not.toMatch(/nothing to/);
  });
});

describe('an engine in a separate file belongs to the agents that run it', () => {
  const listOf = (name: string, fields = ''): string =>
    `-- ${name}.agent.json --\n${agent(name, `"response_engine": { "type": "retell-llm", "llm_id": "llm_1" }${fields}`)}\n`;
  const engine = `-- one.llm.json --\n{ "llm_id": "llm_1", "general_prompt": "▮Hi" }\n`;
  test('if the agent has no id', () => expect(wordsOf(listOf('Desk') + engine)).toEqual(callOf('Desk')));
  test('and the newest agent is shown, with the names of the others', () => {
    const files = [
      listOf('new'),
      listOf('v1', ', "agent_id": "agent_desk", "version": 1'),
      listOf('v2', ', "agent_id": "agent_desk", "version": 2'),
      engine,
    ].join('');
    expect(wordsOf(files)).toEqual(['v2 v2', 'v2 v2: a call with a silent caller']);
    const context = contextAt(files);
    expect(panelText(previewAt(context).blocks, context.workspace).replace(/\s+/g, ' ')).toContain(
      'this engine is run by the version that is shown, and by v2 v1 and new',
    );
  });
  describe('and the version that most callers get is shown', () => {
    const version = (number: number): string =>
        listOf(`v${number}`, `, "agent_id": "agent_desk", "version": ${number}`),
      tags = `-- all.agent-list.json --
[{ "agent_id": "agent_desk", "tags": { "prod": { "version": 2 }, "production": { "version": 3 } } }]
`;
    const number = (weights: readonly [reference: string, weight: number][]): string =>
      `-- n.phone-number.json --\n${JSON.stringify({
        phone_number: '+14155550100',
        inbound_agents: weights.map(([agent_version, weight]) => ({ agent_id: 'agent_desk', agent_version, weight })),
      })}\n`;
    const versions = [1, 2, 3, 4].map(version).join('') + tags + engine;
    test.each([
      [
        'for arms of a number',
        number([
          ['prod', 0.9],
          ['production', 0.1],
        ]),
        'v2',
      ],
      [
        'for different arms of a number',
        number([
          ['prod', 0.1],
          ['production', 0.9],
        ]),
        'v3',
      ],
      ['for two live tags: the newer version', '', 'v3'],
    ])('%s', (_, others, name) => expect(wordsOf(others + versions)[0]).toMatch(new RegExp(` ${name}$`)));
    test('before a version to which other agents hand callers, and before a draft', () => {
      const runs = '"response_engine": { "type": "retell-llm", "llm_id": "llm_0" }',
        first = agent('First', `"agent_id": "agent_first", "version": 0, ${runs}`),
        swap = '{ "type": "agent_swap", "name": "on", "agent_id": "agent_desk", "agent_version": 1 }';
      const swapFixture = `-- first.agent.json --
${first}
-- first.llm.json --
{ "llm_id": "llm_0", "general_tools": [${swap}] }
-- first.agent-list.json --
[{ "agent_id": "agent_first", "tags": { "prod": { "version": 0 } } }]
`;
      expect(wordsOf(swapFixture + versions)[0]).toMatch(/ v3$/);
      expect(wordsOf(swapFixture + versions.replace(tags, ''))[0]).toMatch(/ v1$/);
    });
  });
  test('if the engine is a flow, or a component of another file', () => {
    const engine = '"response_engine": { "type": "conversation-flow", "conversation_flow_id": "f" }',
      desk = `-- desk.agent.json --\n${agent('Desk', engine)}\n`;
    const node = '{ "id": "b", "type": "component", "component_id": "c" }';
    const own = (text: string): string =>
      `-- f.conversation-flow.json --\n{ "conversation_flow_id": "f", "nodes": [${node}], ${text} }\n`;
    expect(wordsOf(desk + own('"start▮_node_id": "b"'))).toEqual(callOf('Desk'));
    expect(wordsOf(desk + own(`"components": [${flow}]`))).toEqual(callOf('Desk'));
    const component = flow.replace('{', '{ "conversation_flow_component_id": "c",');
    expect(wordsOf(`${desk}${own('"name": "f"')}-- c.flow-component.json --\n${component}`)).toEqual(callOf('Desk'));
  });
  test('and the record at the caret is used, or else the first one', () => {
    const list = `-- all.llm.json --\n[{ "llm_id": "llm_0" },{ "llm_id": "llm_1", "general_prompt": "Hi" }]`;
    expect(wordsOf(listOf('Desk') + list.replace('"Hi"', '"▮Hi"'))).toEqual(callOf('Desk'));
    expect(wordsOf(listOf('Desk') + list.replace('llm_0', '▮llm_0'))[1]).toContain(
      'no agent in this workspace runs it',
    );
    expect(wordsOf(listOf('Desk') + list.replace('llm_0', 'llm_1').replace('},{', '},▮{'))[1]).toBe(callOf('Desk')[1]);
  });
  test('unless no agent runs it', () =>
    expect(wordsOf(engine)).toEqual([
      'nothing to preview here: no agent in this workspace runs this engine',
      'no agent in this workspace runs it, so there is no call to simulate',
    ]));
  test('and the lenses for preview and simulation are offered', () => {
    const actionsIn = (text: string): readonly string[] => codeLenses(contextAt(text)).map(({ action }) => action);
    expect(actionsIn(listOf('Desk') + engine)).toEqual(['preview', 'simulate', 'references', 'editText']);
    expect(actionsIn(engine)).toEqual(['references', 'editText']);
    expect(actionsIn(`-- f.conversation-flow.json --\n${flow}`)).toEqual(['flow', 'references']);
  });
});
