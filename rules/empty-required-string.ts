import type { Cursor } from '../server/core/cursor.ts';
import { nestedEngines } from '../server/core/kinds.ts';
import { channelOf } from '../server/core/domain/settings.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { requiredTexts } from '../server/core/generated/shapes.js';
import type { Workspace } from '../server/core/workspace/workspace.ts';

/** Exports leave the id of an engine empty that they hold themselves; a chat agent has no voice. */
function isNeedless(text: Cursor, workspace: Workspace): boolean {
  const holder = text.parent!;
  if (text.key === 'voice_id') return channelOf(holder) === 'chat';
  if (!text.marks['x-reference']) return false;
  const holdsOne = nestedEngines().some(([key]) => holder.peek(key) !== undefined);
  return holdsOne || holder.parent === undefined || workspace.engineOf(holder.parent) !== undefined;
}

export default defineRule({
  id: 'empty-required-string',
  group: 'values',
  aliases: ['empty-required-text'],
  severity: 'warning',
  summary: 'A required string is empty.',
  why: `
    Nothing works without the content of this field: an empty API key books nothing, an empty word is never
    pronounced, an agent without a voice or an engine cannot answer. The platform may accept the empty string, so the
    mistake only shows in a call. Fill it in, with a \`{{variable}}\` if the value should not be in the file.
  `,
  spec: 'domain',
  at: {
    ...requiredTexts,
    'agent-settings': ['/voice_id'],
    'service-llm-engine': ['/llm_id'],
    'conversation-flow-engine': ['/conversation_flow_id'],
  },
  when: () => value => typeof value === 'string' && value.trim() === '',

  check(text, workspace) {
    if (isNeedless(text, workspace)) return undefined;
    return {
      message: `${text.label}: required, but ${text.value === '' ? 'empty' : 'blank'}`,
    };
  },

  examples: {
    invalid: files`
      -- desk.llm.json --
      { "general_tools": [{ "type": "book_appointment_sched", "name": "book", "sched_api_key": "" }] }
                                                                                               ^^
                                              | warning: sched_api_key: required, but empty
      -- desk.agent.json --
      { "pronunciation_dictionary": [{ "word": "Nguyen", "alphabet": "ipa", "phoneme": " " }] }
                                                                                       ^^^
                                              | warning: phoneme: required, but blank
      -- new.agent.json --
      { "response_engine": { "type": "service-llm", "llm_id": "" }, "voice_id": "" }
                                                              ^^ warning: llm_id: required, but empty
                                                                                ^^
                                              | warning: voice_id: required, but empty
      -- flow.agent.json --
      { "response_engine": { "type": "conversation-flow", "conversation_flow_id": "" } }
                                                                                  ^^
                                              | warning: conversation_flow_id: required, but empty
    `,
    valid: files`
      -- export.agent.json --
      {
        "response_engine": { "type": "service-llm", "llm_id": "" },
        "serviceLlmData": { "llm_id": "", "general_prompt": "You answer the phone." }
      }
      -- chat.agent.json --
      { "channel": "chat", "voice_id": "" }
      -- desk.agent.json --
      { "agent_id": "", "version_title": "", "pronunciation_dictionary": [{ "word": "Nguyen", "alphabet": "ipa", "phoneme": "wɪn" }] }
    `,
  },
});
