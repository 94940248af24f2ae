import { defineRule, files } from '../server/core/engine/rule.ts';
import type { Marks } from '../server/core/shapes/table.ts';
import { set } from '../server/core/engine/fixes.ts';

/** Fields whose value is compared or dialed literally, so that a space is part of it. */
function isExact(marks: Marks): boolean {
  const format = marks['x-format'];
  if (format !== undefined && format !== 'json-path') return true;
  return (
    marks['x-reference'] !== undefined ||
    marks['x-identifies'] !== undefined ||
    marks['x-known-values'] !== undefined ||
    marks.enum !== undefined ||
    marks['x-secret'] === true
  );
}

/** Fields whose values or form the specification states, so that a space makes a different value. */
const isRefused = (
  text: string,
  { enum: values, pattern, 'x-format': format, 'x-format-stated': stated }: Marks,
): boolean =>
  (values !== undefined && !values.includes(text)) ||
  (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) ||
  (format === 'timezone' && stated === true);

export default defineRule({
  id: 'stray-whitespace',
  group: 'style',
  severity: 'warning',
  summary: 'An id, URL or other exact value has leading or trailing whitespace.',
  why: `
    The whitespace is part of the value: an id with a trailing space matches nothing, a URL with a leading one is
    refused or fails. Where the specification lists the values or their format, the platform refuses it. It usually
    comes from copy and paste.
  `,
  spec: 'Resources and their fields',
  clause: 'Resources and their fields: a value is one of those listed to the letter',
  // without the whitespace the name may well be known
  replaces: [
    'invalid-enum-value',
    'unrecognized-value',
    'invalid-format',
    'unknown-agent',
    'unknown-analysis-field',
    'unknown-component',
    'unknown-engine',
    'unknown-filter-tag',
    'unknown-mcp-server',
    'unknown-mocked-tool',
    'unknown-node',
    'unknown-state',
    'unknown-tool',
    'unresolved-agent-version',
    'unselectable-tag',
  ],
  at: {
    among: ['x-format', 'x-reference', 'x-identifies', 'x-known-values', 'enum', 'x-secret'],
    marked: isExact,
  },
  when: () => value => typeof value === 'string' && value !== value.trim(),

  check(node) {
    const text = node.string()!;
    const trimmed = text.trim();
    if (trimmed === '') return undefined;
    const before = text.length - text.trimStart().length,
      after = text.trimEnd().length;
    const where = [before > 0 && 'leading', after < text.length && 'trailing'].filter(Boolean).join(' and ');
    // other places that spell the name with the space would no longer match it
    const named = node.marks['x-identifies'] !== undefined || node.marks['x-reference'] !== undefined;
    return {
      ...(isRefused(text, node.marks) && { severity: 'error' }),
      at: { within: node.pointer, start: before > 0 ? 0 : after, end: before > 0 ? before : text.length },
      message: `${node.label}: ${where} whitespace`,
      fix: set(node, trimmed, { title: 'Remove the whitespace', safe: !named || node.marks['x-format'] !== undefined }),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "voice_id": "11labs-Adrian ",
                                  ^ warning: voice_id: trailing whitespace
      => "voice_id": "11labs-Adrian",
        "webhook_url": " https://desk.clinic.org/events",
                        ^ warning: webhook_url: leading whitespace
      => "webhook_url": "https://desk.clinic.org/events",
        "ambient_sound": "\tcall-center\n",
                          ^^ ambient_sound: leading and trailing whitespace
      => "ambient_sound": "call-center",
        "timezone": "America/New_York "
                                     ^ timezone: trailing whitespace
      => "timezone": "America/New_York"
      }
    `,
    valid: files`
      -- desk.agent.json --
      { "agent_name": " Desk ", "voice_id": "11labs-Drew (Legacy)", "backchannel_words": ["mm ", "uh huh"], "webhook_url": "" }
    `,
  },
});
