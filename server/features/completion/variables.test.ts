import { expect, it } from 'vitest';
import { labels } from '../../testing/completion-at.ts';

it.each([
  [
    'a test case',
    't.test-case.json',
    '{ "response_engine": { "type": "service-llm", "llm_id": "llm_9" }, "dynamic_variables": { ▮ } }',
  ],
  [
    'a batch task',
    't.batch-call.json',
    '{ "tasks": [{ "override_agent_id": "agent_nine", "service_llm_dynamic_variables": { ▮ } }] }',
  ],
])('%s is offered the variables of its engine, beginning with variables without a default', (_, file, text) => {
  const engine = `-- nine.llm.json --
{ "llm_id": "llm_9", "general_prompt": "Greet {{first_name}} of {{city}}.",
  "default_dynamic_variables": { "first_name": "there", "old": "" } }
-- nine.agent.json --
{ "agent_id": "agent_nine", "version": 1, "response_engine": { "type": "service-llm", "llm_id": "llm_9" } }
`;
  expect(labels(`${engine}-- ${file} --\n${text}`)).toEqual(['city — used once', 'first_name — default: "there"']);
});

it('an agent is offered the variables of tags that may select its version', () => {
  const files = `-- desk.agent.json --
{ "agent_id": "agent_desk", "version": 7, "response_engine": { "type": "custom-llm" } }
-- all.agent-list.json --
[{ "agent_id": "agent_desk", "tags": {
    "prod": { "version": 7, "dynamic_variables": { "clinic": "North" } },
    "beta": { "version": 8, "dynamic_variables": { "clinic": "South" } },
    "new": { "version": 9, "dynamic_variables": { "clinic": "East" } } } }]
`;
  const offers = labels(`${files}-- desk-9.agent.json --
{ "agent_id": "agent_desk", "version": 9, "response_engine": { "type": "custom-llm" },
  "voicemail_option": { "action": { "type": "static_text", "text": "{{▮}}" } } }`);
  // version 8 is not in this workspace, so it may run any engine
  expect(offers[0]).toBe('clinic — beta: "South" · new: "East"');
});

it('the name at the caret does not count as a use of a variable', () => {
  const engine = (prompt: string): string[] =>
    labels(
      `-- n.llm.json --\n{ "llm_id": "llm_9", "general_prompt": "${prompt}", "default_dynamic_variables": { "opening_hours": "" } }`,
    );
  expect(engine('{{open▮}}')).not.toContain('open — used here, set nowhere');
  expect(engine('{{open▮}} and {{open}}')).toContain('open — used here, set nowhere');
});

it('a misspelled name is not offered', () => {
  const offers = (prompt: string): string[] =>
    labels(`-- n.llm.json --\n{ "llm_id": "llm_9", "general_prompt": "${prompt}" }`).filter(label =>
      /set nowhere/.test(label),
    );
  expect(offers('{{caller_nme}} {{caller_name}} {{caller_name}} {{▮}}')).toEqual([
    'caller_name — used here, set nowhere',
  ]);
  expect(offers('{{caller_mail}} {{caller_name}} {{caller_name}} {{▮}}')).toHaveLength(2);
});
