import { Document } from '../core/document.ts';
import { applyTextEdits } from '../core/fixing/apply.ts';
import { isRefused, renameAt } from '../features/navigation/rename.ts';
import { contextAt } from './caret.ts';

/**
 * Renames at the caret of a fixture.
 * @returns the texts of all changed files, or the reason for a refusal
 */
export function renameText(fixture: string, newName: string, settings: Readonly<Record<string, string>> = {}): string {
  const context = contextAt(fixture),
    documents = Object.entries(settings).map(([file, text]) => new Document(file, text));
  const edits = renameAt(context, newName, documents);
  if (isRefused(edits)) return edits.refusal;
  const textOf = (file: string): string =>
    (context.workspace.document(file) ?? documents.find(document => document.file === file))!.text;
  return edits
    .map(edit =>
      'from' in edit
        ? `${edit.from} → ${edit.to}`
        : `-- ${edit.file} --\n${applyTextEdits(textOf(edit.file), edit.edits)!.trimEnd()}`,
    )
    .join('\n');
}

export const flow = `
-- desk.conversation-flow.json --
{
  "start_node_id": "hello",
  "nodes": [
    { "id": "h▮ello", "type": "conversation",
      "edges": [{ "id": "e1", "destination_node_id": "book" },
        { "id": "e2", "destination_node_id": "gone" }] },
    { "id": "book", "type": "function", "tool_id": "t1", "tool_type": "local",
      "else_edge": { "id": "hello", "destination_node_id": "hello" } }
  ],
  "tools": [{ "type": "custom", "tool_id": "t1", "name": "book_slot" }, { "type": "end_call", "name": "hang_up" }],
  "components": [{ "conversation_flow_component_id": "hello", "nodes": [{ "id": "hello", "type": "end" }] }]
}
`;
export const from = (caret: string, fixture = flow): string =>
  fixture.replace('▮', '').replace(caret.replace('▮', ''), caret);

export const llm = `
-- desk.llm.json --
{
  "llm_id": "llm_desk", "starting_state": "begin",
  "states": [{ "name": "begin", "edges": [{ "destination_state_name": "done" }] },
    { "name": "done",
      "tools": [{ "type": "end_call", "name": "hang_up" },
        { "type": "end_call", "name": "transition_to_else" }] }]
}
-- t.test-case.json --
{ "response_engine": { "type": "service-llm", "llm_id": "llm_desk" },
  "tool_mocks": [{ "tool_name": "transition_to_done" }, { "tool_name": "hang_up" }] }
`;

export const agents = `
-- team.agent-list.json --
[
  { "agent_id": "agent_desk", "tags": { "next": { "version": 1, "dynamic_variables": { "name": "Desk" } }, "other": {} } },
  { "agent_id": "agent_night", "tags": { "late": { "version": 1 }, "other": {} } }
]
-- agent_desk.agent-versions.json --
[{ "version": 1, "is_published": true, "last_modification_timestamp": 1 }]
-- desk.agent.json --
{ "agent_id": "agent_desk", "version": 1, "assigned_tags": ["next"],
  "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }, "agent_name": "agent_desk" }
-- desk.llm.json --
{ "llm_id": "llm_desk", "general_prompt": "{{ name }}, {{na\\u006de}}, {{names}}" }
-- night.llm.json --
{ "llm_id": "llm_night", "general_prompt": "{{name}}" }
-- calls.batch-call.json --
{ "tasks": [{ "override_agent_id": "agent_desk", "override_agent_version": "next",
      "service_llm_dynamic_variables": { "name": "x" } },
    { "override_agent_id": "agent_night", "service_llm_dynamic_variables": { "name": "x" } }] }
-- a.alert-rule.json --
{ "filter": { "agent": [{ "agent_id": "agent_desk" }], "agent_tag": { "type": "enum", "op": "in", "value": ["next", "other"] } } }
`;
