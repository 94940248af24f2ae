import type { Cursor } from '../server/core/cursor.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import type { Marks } from '../server/core/shapes.ts';
import { anyOf } from '../server/core/patterns.ts';
import { show } from '../server/core/words.ts';

const records: readonly unknown[] = ['agent', 'llm', 'conversation-flow', 'flow-component'];
const formats: readonly unknown[] = ['url', 'websocket-url', 'id', 'voice-id', 'email'];
/**
 * Values that nobody makes up, but copies: ids of records, addresses, credentials. A phone number is no number with
 * letters in it anyway.
 */
const isCopied = (marks: Marks): boolean =>
  formats.includes(marks['x-format']) ||
  records.includes(marks['x-reference']?.to) ||
  records.includes(marks['x-identifies']?.of) ||
  marks['x-secret'] === true;

/** What every placeholder below has in it. */
const telling = /x{3}|\.{3}|…|todo|tbd|fixme|change|placeholder|[<[]|your|insert|replace/i;
const whole = anyOf(
  'i',
  /^(?:x{3,}|\.{3,}|…|todo|tbd|fixme|change[-_ ]?me|placeholder)$/,
  /^(?:<[^<>]+>|\[[^[\]]+\])$/,
  /^(?:your[-_ ].+|insert[-_ ].+|replace[-_ ]?(?:with|me|this)\b.*|replace_.*)$/,
);
const shouted = anyOf(
  '',
  /(?<![A-Za-z0-9])(?:(?:YOUR|INSERT)_[A-Z0-9][A-Z0-9_]*|REPLACE_(?:WITH|ME|THIS)[A-Z0-9_]*|CHANGE_ME)/,
  /<(?:YOUR|INSERT|REPLACE)[ _-][^<>\n]{1,60}>/,
  /\[(?:YOUR|INSERT|REPLACE)[ _-][A-Z0-9 _-]{1,60}\]/,
);
const ownNames =
  'api app backend company deployed domain endpoint host instance n8n org project server service site subdomain ' +
  'tunnel url webhook website';
const within = anyOf(
  'i',
  /(?<![A-Za-z])[xX]{4,}(?![A-Za-z0-9])/,
  new RegExp(`(?<=:\\/\\/(?:[^/?#\\s]*[.@])?)your-?(?:${ownNames.replaceAll(' ', '|')})\\b[a-z0-9-]*`),
);

export default defineRule({
  id: 'placeholder-left-in',
  severity: 'warning',
  summary: 'A placeholder that was never filled in.',
  why: `
    With a stand-in left in, an id names nothing, an address leads nowhere, and a prompt is spoken with the stand-in in
    it. Templates and tutorials hold such as \`YOUR_AGENT_ID\` or \`https://your-domain.com\`. What is filled in for
    each call is written as a dynamic variable, \`{{variable}}\`.
  `,
  spec: 'domain',
  replaces: ['unreachable-url', 'unknown-agent', 'unknown-engine', 'unknown-component'],
  at: {
    marked: marks => isCopied(marks) || marks['x-template'] === true,
    suspects: value => typeof value !== 'string' || telling.test(value),
  },

  *check(node): Generator<Problem> {
    const secret = node.parent?.marks['x-secret'] === true;
    yield* problemIn(node, secret || isCopied(node.marks));
    // the values of a map of credentials, where they are not asked for by themselves
    if (node.marks['x-secret'] === true)
      for (const entry of node.entries())
        if (entry.marks['x-template'] !== true && !isCopied(entry.marks)) yield* problemIn(entry, true);
  },

  examples: {
    invalid: [
      {
        files: files`
        -- desk.agent.json --
        {
          "voice_id": "11labs-Adrian",
          "response_engine": { "type": "service-llm", "llm_id": "REPLACE_WITH_LLM_ID" },
                                                                 ^^^^^^^^^^^^^^^^^^^
                                                | warning: "REPLACE_WITH_LLM_ID" in llm_id is a placeholder that was
                                                | never filled in
          "webhook_url": "https://hooks.your-domain.com/calls"
                                        ^^^^^^^^^^^
                                                | warning: "your-domain" in webhook_url is a placeholder that was never
                                                | filled in
        }
        -- desk.llm.json --
        {
          "model": "gpt-4.1",
          "general_prompt": "You answer the phone of YOUR_COMPANY_NAME for {{YOUR_CALLER}}.",
                                                     ^^^^^^^^^^^^^^^^^
                                                | warning: "YOUR_COMPANY_NAME" in general_prompt is a placeholder that
                                                | was never filled in
          "general_tools": [
            {
              "type": "custom",
              "name": "find",
              "url": "https://api.clinic.org/find",
              "headers": { "Authorization": "Bearer <YOUR TOKEN>" }
                                                    ^^^^^^^^^^^^
                                                | warning: "<YOUR TOKEN>" in Authorization is a placeholder that was
                                                | never filled in
            }
          ]
        }
        -- friday.batch-call.json --
        { "from_number": "+14155550100", "tasks": [{ "to_number": "+14155550101", "override_agent_id": "agent_xxxxxxxx" }] }
                                                                                                              ^^^^^^^^
                                                | warning: "xxxxxxxx" in override_agent_id is a placeholder that was
                                                | never filled in
      `,
      },
    ],
    valid: [
      files`
      -- desk.agent.json --
      { "agent_id": "", "voice_id": "custom_voice_0xxd1", "webhook_url": "https://book-your-visit.clinic.org/your-account?max=xxl" }
      -- desk.llm.json --
      {
        "model": "gpt-4.1",
        "general_prompt": "State YOUR name first. Write dates as XX.XX.XXXX, and say [caller's name]; your_tone is calm.",
        "begin_message": "<context>{{YOUR_NOTES}}</context>",
        "general_tools": [{ "type": "custom", "name": "todo", "url": "https://{{YOUR_HOST}}/todo" }]
      }
    `,
    ],
  },
});

/** A placeholder in a value that is copied, not made up. */
function copiedIn(bare: string): { readonly index: number; readonly 0: string } | null {
  const prefix = /^\s*(?:(?:Bearer|Basic|Token)\s+)?/i.exec(bare)![0].length;
  const value = bare.slice(prefix).trim();
  return whole.test(value) ? { index: prefix, 0: value } : within.exec(bare);
}

function* problemIn(node: Cursor, copied: boolean): Generator<Problem> {
  const text = node.string();
  if (text === undefined) return;
  // between braces stands the name of a variable
  const bare = text.replace(/\{\{[^{}]*\}\}/g, name => ' '.repeat(name.length));
  const found = shouted.exec(bare) ?? (copied ? copiedIn(bare) : null);
  if (!found) return;
  const start = found.index,
    end = start + found[0].length;
  yield {
    at: { within: node.pointer, start, end },
    message: `${show(found[0])} in ${node.label} is a placeholder that was never filled in`,
  };
}
