import { defineRule, files } from '../server/core/engine/rule.ts';
import { requiredTexts } from '../server/core/generated/shapes.js';

export default defineRule({
  id: 'empty-required-string',
  group: 'values',
  aliases: ['empty-required-text'],
  severity: 'warning',
  summary: 'A required string is empty.',
  why: `
    Nothing works without the content of this field: an empty API key books nothing, an empty word is never
    pronounced. The platform may accept the empty string, so the mistake only shows in a call. Fill it in, with a
    \`{{variable}}\` if the value should not be in the file.
  `,
  spec: 'domain',
  at: requiredTexts,
  needs: () => value => typeof value === 'string' && value.trim() === '',

  check(text) {
    if (text.string()?.trim() !== '') return undefined;
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
    `,
    valid: files`
      -- desk.agent.json --
      { "agent_id": "", "version_title": "", "pronunciation_dictionary": [{ "word": "Nguyen", "alphabet": "ipa", "phoneme": "wɪn" }] }
    `,
  },
});
