// The agent of a warm transfer is a reference, and the editor features treat it like that of an agent swap.
import { expect, test } from 'vitest';
import type { AgentNode } from '../view/panels.ts';
import type { FilePlace } from '../core/locate.ts';
import { contextAt } from '../testing/caret.ts';
import { workspaceOf } from '../testing/fixture.ts';
import { hovered } from '../testing/hover-at.ts';
import { renameText } from '../testing/rename-at.ts';
import { codeLenses } from './decorations/code-lenses.ts';
import { resolveLens } from './decorations/resolve-lens.ts';
import { agentTree, flowView } from './panels/index.ts';

const files = `
-- floor.agent.json --
{ "agent_id": "agent_floor", "agent_name": "Floor", "version": 2, "is_published": true, "voice_id": "v",
  "last_modification_timestamp": 1760000000000, "response_engine": { "type": "custom-llm" } }
-- desk.agent.json --
{ "agent_id": "agent_desk", "version": 1, "is_published": true, "assigned_tags": ["prod"], "voice_id": "v",
  "last_modification_timestamp": 1760000000000,
  "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_desk" } }
-- desk.conversation-flow.json --
{ "conversation_flow_id": "flow_desk", "start_node_id": "ask", "nodes": [
  { "id": "ask", "type": "transfer_call", "name": "To the floor", "edge": { "id": "e" },
    "transfer_destination": { "type": "predefined", "number": "+14155550142" },
    "transfer_option": { "type": "agentic_warm_transfer", "agentic_transfer_config": {
      "transfer_agent": { "agent_id": "agent_floor", "agent_version": 2 } } } } ] }
`;
const fixture = (caret: string): string => files.replace(caret.replace('▮', ''), caret);

test('the hover of a transfer agent shows its selection', () => {
  expect(hovered(fixture('"agent_version": 2▮'))).toContain('**Floor@2** → version 2 (published)');
  expect(hovered(fixture('{ "agent_id": "agent_▮floor", "agent_name"'))).toContain('referenced by 1 transfer');
});

test('a rename includes a transfer agent', () => {
  const renamedFiles = renameText(fixture('{ "agent_id": "agent_▮floor", "agent_name"'), 'agent_ward');
  expect(renamedFiles).toContain('"transfer_agent": { "agent_id": "agent_ward", "agent_version": 2 }');
});

test('the lens of a version counts a transfer agent, and the tree of agents contains it', () => {
  const context = contextAt(fixture('{ "agent_id": "agent_▮floor", "agent_name"'));
  const titles = codeLenses(context).map(
    ({ subject, title }) => (subject && resolveLens(context, subject)?.title) ?? title,
  );
  expect(titles).toContainEqual(expect.stringContaining('1 transfer'));
  const linesOf = (nodes: readonly AgentNode<FilePlace>[]): string[] =>
    nodes.flatMap(({ label, kind, isLive: live, children }) => [
      `${kind} ${label}${live ? ' live' : ''}`,
      ...linesOf(children ?? []),
    ]);
  expect(linesOf(agentTree(workspaceOf(files)))).toContain('transfer transfer To the floor live');
});

test('the flow panel shows the version of a transfer agent at its node', () => {
  const view = flowView(contextAt(fixture('"name": "To the ▮floor"')));
  expect(view?.nodes.map(({ id, swap }) => [id, swap?.selectedText ?? null])).toContainEqual([
    'node ask',
    'version 2 (published)',
  ]);
});
