import { describe, expect, test } from 'vitest';
import type { AgentNode } from '../../view/panels.ts';
import { textBeside, desk, draft, number } from '../../testing/sample-agents.ts';
import { serialized } from '../../testing/serialized.ts';
import { workspaceOf } from '../../testing/fixture.ts';
import type { FilePlace } from '../../core/locate.ts';
import { agentBranch, agentList, agentTree } from './index.ts';

const lines = (nodes: readonly AgentNode<FilePlace>[], indent = ''): string[] =>
  nodes.flatMap(({ label, detail, isLive: live, outcome, children }) => [
    `${indent}${label} | ${detail}${live ? ' | live' : ''}${outcome === 'resolved' ? '' : ` | ${outcome}`}`,
    ...lines(children ?? [], `${indent}  `),
  ]);
const ids = (nodes: readonly AgentNode<FilePlace>[]): string[] =>
  nodes.flatMap(({ id, children }) => [id, ...ids(children ?? [])]);
const otherFiles = `-- swap.llm.json --
{"llm_id": "one2",
  "general_tools": [{"type": "agent_swap", "name": "to_ghost", "agent_id": "ghost",
      "agent_version": "prod", "post_call_analysis_setting": "both_agents"}]}
-- w.agent-weights.json --
[{"agent_id": "desk", "agent_version": "gone", "weight": 0.5}, {"agent_id": "desk", "weight": 0.5}]
-- b.batch-call.json --
{"name": "Flu", "from_number": "+1",
  "tasks": [{"to_number": "+14155550131", "override_agent_id": "desk", "override_agent_version": "prod"},
    {"to_number": "+14155550132", "override_agent_id": "desk", "override_agent_version": "prod"}]}
`;
const files = textBeside(desk, draft, number, otherFiles);

describe('the tree of agents', () => {
  test('contains versions, their tags and the references to them, and broken references below the agent', () =>
    expect(lines(agentTree(workspaceOf(files))).join('\n')).toMatchInlineSnapshot(`
      "Desk | voice | live
        version 2 | draft · from 1
          beta | 1 variable
          weight 2 of a list (w.agent-weights.json) | no version given · w.agent-weights.json
        version 1 | published | live
          prod | 2 variables | live
            inbound_agents of +14155550100 | prod · n.phone-number.json | live
            2 calls of Flu | prod · b.batch-call.json
          inbound_agents of +14155550100 | latest_published · n.phone-number.json | live
        idle | unassigned, so latest · 0 variables
        weight 1 of a list (w.agent-weights.json) | missing · gone · w.agent-weights.json | missing
      ghost | not in this workspace | unknowable
        swap to_ghost | unknowable · prod · swap.llm.json | unknowable"
    `));
  test('shows all facts of each item', () => {
    const workspace = workspaceOf(files),
      [agent] = agentTree(workspace);
    expect(serialized({ ...agent!, children: agent!.children!.slice(0, 1) }, workspace)).toMatchInlineSnapshot(`
      "id: agent desk; type: agent; label: Desk; agentId: desk; outcome: resolved; isLive: true; detail: voice
      tooltip: Desk (desk): 2 versions and 3 tags.
      Callers are served by it.; place: list.agent-list.json:1:2 {
      places:
        -: list.agent-list.json:1:2 {
        -: v1.agent.json:1:1 {
        -: v2.agent.json:1:1 {
        -: desk.agent-versions.json:1:2 {
        -: desk.agent-versions.json:1:74 {
      children:
        -:
          reference: 2; state: draft; id: version desk 2; type: version; label: version 2; agentId: desk; outcome: resolved
          detail: draft · from 1; tooltip: Version 2 of Desk: draft.
      Made from version 1.; place: v2.agent.json:1:1 {
          places: v2.agent.json:1:1 {, desk.agent-versions.json:1:74 {
          children:
            -:
              reference: beta; id: tag desk beta; type: tag; label: beta; agentId: desk; outcome: resolved; detail: 1 variable
              tooltip: Tag beta of Desk: selects version 2.; place: list.agent-list.json:3:11 {; places: list.agent-list.json:3:11
                ↪ {
            -:
              id: reference w.agent-weights.json#/[agent_id=desk][1]/agent_id; type: reference
              label: weight 2 of a list (w.agent-weights.json); detail: no version given · w.agent-weights.json
              tooltip: weight 2 of a list (w.agent-weights.json): Desk → version 2 (draft); agentId: desk; kind: weight
              outcome: resolved; place: w.agent-weights.json:1:77 "desk"; places: w.agent-weights.json:1:77 "desk""
    `);
  });
  test('has unique ids, which stay the same when lines and items move', () => {
    const before = ids(agentTree(workspaceOf(files)));
    expect(new Set(before).size).toBe(before.length);
    const movedTree = files
      .replace(
        '[{"agent_id": "desk", "agent_name"',
        '\n' +
          '\n' +
          '[{"agent_id": "other", "agent_name": "Other", "channel": "voice", "user_modified_timestamp": 1, ' +
          '"tags": {}}, {"agent_id": "desk", "agent_name"',
      )
      .replace('"general_tools": [', '"general_tools": [{"type": "end_call", "name": "bye"}, ');
    expect(ids(agentTree(workspaceOf(movedTree)))).toEqual([
      ...before.slice(0, before.indexOf('agent ghost')),
      'agent other',
      ...before.slice(before.indexOf('agent ghost')),
    ]);
  });
  test('contains only the agents themselves if there are very many; the branch of one agent stays complete', () => {
    const workspace = workspaceOf(files),
      [agent] = agentTree(workspace),
      [listedNode] = agentList(workspace);
    expect(listedNode).toEqual({ ...agent, place: null, places: [], children: null });
    expect(agentBranch(workspace, 'desk')).toEqual(agent);
    expect(agentBranch(workspace, 'nobody')).toBeUndefined();
  });
  test('counts the findings of records', () => {
    const [agent] = agentTree(workspaceOf(files), record => ({
      errors: record.document.file === 'v1.agent.json' ? 2 : 0,
      warnings: record.document.kind === 'agent-list' ? 1 : 0,
    }));
    expect([agent!.errors, agent!.warnings, agent!.children!.map(({ errors }) => errors)]).toEqual([
      2,
      1,
      [0, 2, 0, 0],
    ]);
  });
  test('says that an agent does not exist only if all agents are in this workspace', () => {
    const complete = `-- preflight.config.json --\n{"complete": ["agent"]}\n${otherFiles}`;
    expect(lines(agentTree(workspaceOf(complete))).join('\n')).toMatchInlineSnapshot(`
      "desk | does not exist | missing
        weight 1 of a list (w.agent-weights.json) | missing · gone · w.agent-weights.json | missing
        weight 2 of a list (w.agent-weights.json) | missing · no version given · w.agent-weights.json | missing
        2 calls of Flu | missing · prod · b.batch-call.json | missing
      ghost | does not exist | missing
        swap to_ghost | missing · prod · swap.llm.json | missing"
    `);
    expect(agentTree(workspaceOf(''))).toEqual([]);
  });
  test('contains agents without an id by their names and files, with their findings', () => {
    const workspace = workspaceOf(`-- export.json --
{"agent_id": "", "agent_name": "Front desk", "voice_id": "11labs-Lily", "response_engine": {"type": "custom-llm"}}
-- new.agent.json --
{"agent_id": "
-- night.agent.json --
{"agent_id": "night", "agent_name": "Night"}`);
    expect(lines(agentTree(workspace)).join('\n')).toMatchInlineSnapshot(`
      "Night | voice
      Front desk | export.json · no agent_id
      new.agent.json | no agent_id"
    `);
    expect(agentTree(workspace, () => ({ errors: 2, warnings: 1 }))[1]).toMatchObject({ errors: 2, warnings: 1 });
    expect(lines(agentList(workspace))).toEqual(lines(agentTree(workspace)));
    expect(new Set(ids(agentTree(workspace))).size).toBe(3);
  });
});
