import { previewAt } from '../features/panels/index.ts';
import { contextAt } from './caret.ts';
import { panelText } from './panel-text.ts';

/* One agent with two versions and three tags, for tests of the panels. */

export const desk = `-- list.agent-list.json --
[{"agent_id": "desk", "agent_name": "Desk", "channel": "voice", "user_modified_timestamp": 1, "tags": {
  "prod": {"version": 1, "dynamic_variables": {"clinic": "Juniper", "api_key": "sk_live_1234567890"}},
  "beta": {"version": 2, "dynamic_variables": {"clinic": "Rehearsal"}},
  "idle": {"dynamic_variables": {}}}}]
-- desk.agent-versions.json --
[{"version": 1, "is_published": true, "last_modification_timestamp": 1}, \
{"version": 2, "is_published": false, "base_version": 1, "last_modification_timestamp": 2}]
-- v1.agent.json --
{"agent_id": "desk", "version": 1, "is_published": true, "last_modification_timestamp": 1,
  "voice_id": "11labs-Adrian", "response_engine": {"type": "service-llm", "llm_id": "one"}}
-- one.llm.json --
{"llm_id": "one", "general_prompt": "You are at {{clinic}}, open {{hours}}. It is {{current_time}}.",
  "default_dynamic_variables": {"mood": "calm"}}
-- two.llm.json --
{"llm_id": "two", "general_prompt": "You are at {{clinic}}, floor {{floor}}."}
`;
/** A draft version of the agent, with the caret. */
export const draft =
  '-- v2.agent.json --\n{"agent_id": "desk", "version": 2, "is_published": false, "base_version": 1, ' +
  '"last_modification_timestamp": 2, "voice_id": ▮"11labs-Adrian", ' +
  '"response_engine": {"type": "service-llm", "llm_id": "two"}}\n';
export const number =
  '-- n.phone-number.json --\n{"phone_number": "+14155550100", "inbound_agents": [' +
  '{"agent_id": "desk", "agent_version": "prod", "weight": 0.75}, ' +
  '{"agent_id": "desk", "agent_version": "latest_published", "weight": 0.25}]}\n';

/** Appends files to a fixture, without their carets. */
export const textBeside = (text: string, ...files: readonly string[]): string =>
  text + files.map(file => file.replace('▮', '')).join('');

/**
 * The preview at the caret of a fixture.
 * @param saved texts that differ on disk
 * @param keys the sections to print; '' stands for blocks outside of sections
 */
export function previewed(text: string, saved: Readonly<Record<string, string>>, ...keys: readonly string[]): string {
  const context = contextAt(text, saved);
  return panelText(previewAt(context, { now: 0 }).blocks, context.workspace, ...keys);
}
