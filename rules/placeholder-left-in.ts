import type { Cursor } from '../server/core/cursor.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import { mayBeForCopied, mayHoldPlaceholder, placeholderIn, type TextUse } from '../server/core/placeholders.ts';
import type { Span } from '../server/core/syntax/lines.ts';
import type { Marks } from '../server/core/shapes/table.ts';
import { isObject, type Json } from '../server/core/json/json.ts';
import { show } from '../server/core/wording.ts';

const records: readonly unknown[] = ['agent', 'llm', 'conversation-flow', 'flow-component'];
const formats: readonly unknown[] = ['url', 'websocket-url', 'id', 'voice-id', 'email'];
/**
 * Values that people copy rather than make up: record ids, addresses, credentials. A phone number cannot contain
 * letters anyway.
 */
const isCopied = (marks: Marks): boolean =>
  formats.includes(marks['x-format']) ||
  records.includes(marks['x-reference']?.to) ||
  records.includes(marks['x-identifies']?.of) ||
  marks['x-secret'] === true;

/** Whether it is a map of credentials or of variables. */
const holdsValues = (marks: Marks): boolean => marks['x-secret'] === true || marks['x-sets-variables'] === 'values';
const isSuspectedCopy = (value: Json): boolean => typeof value === 'string' && mayBeForCopied(value);

/** How callers or the model receive a text. */
function useOf(node: Cursor): TextUse {
  if (isCopied(node.marks)) return 'copied';
  if (node.marks['x-template'] !== true) return 'plain';
  const isSpoken = node.marks['x-spoken'];
  if (typeof isSpoken === 'string') return node.sibling(isSpoken).value === 'static_text' ? 'spoken' : 'prompt';
  return isSpoken === true ? 'spoken' : 'prompt';
}

export default defineRule({
  id: 'placeholder-left-in',
  group: 'settings',
  severity: 'warning',
  summary: 'A placeholder was never filled in.',
  why: `
    Templates and tutorials contain values such as \`YOUR_AGENT_ID\` or \`https://your-domain.com\`. Left in, an id
    matches nothing, a URL leads nowhere, and a prompt is read out with the placeholder in it. Values that differ per
    call belong in a dynamic variable, \`{{variable}}\`.
  `,
  spec: 'domain',
  replaces: ['malformed-url', 'unreachable-url', 'unknown-agent', 'unknown-engine', 'unknown-component'],
  at: {
    among: ['x-format', 'x-reference', 'x-identifies', 'x-secret', 'x-template', 'x-sets-variables', 'type=string'],
    marked: (marks, { types }) =>
      isCopied(marks) ||
      marks['x-template'] === true ||
      marks['x-sets-variables'] === 'values' ||
      (marks.enum === undefined && types?.includes('string') === true),
  },
  when: (marks, around) => {
    const isForCopied = isCopied(marks) || around['x-secret'] === true,
      isMap = holdsValues(marks),
      asked = marks['x-placeholder'];
    return value =>
      typeof value === 'string'
        ? mayHoldPlaceholder(value) || value === asked || (isForCopied && mayBeForCopied(value))
        : isMap && isObject(value) && Object.values(value).some(isSuspectedCopy);
  },

  *check(node): Generator<Problem> {
    const use = node.parent?.marks['x-secret'] === true ? 'copied' : useOf(node),
      problem = problemIn(node, use);
    if (problem) yield problem;
    // the values of a map of credentials or variables, unless a rule call of their own covers them
    if (holdsValues(node.marks))
      for (const entry of node.entries()) {
        const own =
          entry.marks['x-template'] === true || isCopied(entry.marks) ? undefined : problemIn(entry, 'copied');
        if (own) yield own;
      }
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "voice_id": "11labs-Adrian",
        "response_engine": { "type": "service-llm", "llm_id": "REPLACE_WITH_LLM_ID" },
                                                               ^^^^^^^^^^^^^^^^^^^
                                              | warning: llm_id: placeholder "REPLACE_WITH_LLM_ID" was never filled
                                              | in
        "fallback_voice_ids": ["backup-voice-id-1"],
                                ^^^^^^^^^^^^^^^^^ warning: fallback_voice_ids[0]: placeholder "backup-voice-id-1"
                                              | was never filled in
        "agent_name": "__AGENT_NAME__",
                       ^^^^^^^^^^^^^^ warning: agent_name: placeholder "__AGENT_NAME__" was never filled in
        "webhook_url": "https://hooks.your-domain.com/calls"
                                      ^^^^^^^^^^^ warning: webhook_url: placeholder "your-domain" was never filled
                                              | in
      }
      -- desk.llm.json --
      {
        "model": "gpt-4.1",
        "general_prompt": "You answer the phone of YOUR_COMPANY_NAME for {{YOUR_CALLER}}.",
                                                   ^^^^^^^^^^^^^^^^^
                                              | warning: general_prompt: placeholder "YOUR_COMPANY_NAME" was never
                                              | filled in
        "general_tools": [
          {
            "type": "custom", "name": "find",
            "url": "https://api.clinic.org/find",
            "headers": { "Authorization": "Bearer <YOUR TOKEN>" }
                                                  ^^^^^^^^^^^^ warning: Authorization: placeholder "<YOUR TOKEN>"
                                              | was never filled in
          },
          { "type": "custom", "name": "book", "url": "https://YOUR DEPLOYMENT.clinic.org/book" }
                                                              ^^^^^^^^^^^^^^^
                                              | warning: url: placeholder "YOUR DEPLOYMENT" was never filled in
        ],
        "begin_message": "Thank you for calling [Company], this is Anna.",
                                                ^^^^^^^^^ warning: begin_message: placeholder "[Company]" was never
                                              | filled in
        "default_dynamic_variables": { "transfer_number": "<your phone number>" }
                                                           ^^^^^^^^^^^^^^^^^^^
                                              | warning: transfer_number: placeholder "<your phone number>" was
                                              | never filled in
      }
      -- night.agent.json --
      { "agent_id": "agent_<your agent id>", "voice_id": "11labs-Adrian" }
                           ^^^^^^^^^^^^^^^ warning: agent_id: placeholder "<your agent id>" was never filled in
      -- human.flow-component.json --
      {
        "name": "Human",
        "nodes": [
          {
            "id": "human", "type": "end",
            "global_node_setting": { "condition": "Describe the condition to jump to this node" }
                                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                                              | warning: condition: placeholder "Describe the condition to jum…" was
                                              | never filled in
          }
        ]
      }
      -- friday.batch-call.json --
      { "from_number": "+14155550100", "tasks": [{ "to_number": "+14155550101", "override_agent_id": "agent_xxxxxxxx" }] }
                                                                                                            ^^^^^^^^
                                              | warning: override_agent_id: placeholder "xxxxxxxx" was never filled
                                              | in
    `,
    valid: files`
      -- desk.agent.json --
      { "agent_id": "", "voice_id": "custom_voice_0xxd1", "webhook_url": "https://book-your-visit.clinic.org/your-account?max=xxl" }
      -- desk.llm.json --
      {
        "model": "gpt-4.1",
        "general_prompt": "State YOUR name first. Write dates as XX.XX.XXXX, and say [caller's name]; your_tone is calm.",
        "begin_message": "<context>{{YOUR_NOTES}}</context> [laughs] [Pause]",
        "default_dynamic_variables": { "transfer_number": "+14155550100", "note": "none [yet]" },
        "general_tools": [{ "type": "custom", "name": "todo", "url": "https://{{YOUR_HOST}}/todo" }]
      }
    `,
  },
});

function problemIn(node: Cursor, use: TextUse): Problem | undefined {
  const text = node.string();
  if (text === undefined) return undefined;
  const found = text === node.marks['x-placeholder'] ? asked(node, text) : placeholderIn(text, use);
  return (
    found && {
      at: { within: node.pointer, ...found },
      message: `${node.label}: placeholder ${show(text.slice(found.start, found.end))} was never filled in`,
    }
  );
}

/** The dashboard's default text; if the edge leads nowhere, its condition is never evaluated. */
function asked(node: Cursor, text: string): Span | undefined {
  const edge = node.within('edge');
  return edge && !edge.get('destination_node_id').string() ? undefined : { start: 0, end: text.length };
}
