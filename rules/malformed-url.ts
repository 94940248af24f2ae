import { redact } from '../server/core/domain/redacted.ts';
import { partsOf } from '../server/core/domain/urls.ts';
import { clipped, nearest, show } from '../server/core/wording.ts';
import { defineRule, rewrite, set, stringsWithFormat, type Cursor, type Problem } from '../server/core/engine/rule.ts';

/** A quick check: URLs that match are valid. */
const plainUrls: Readonly<Record<string, RegExp>> = {
  url: /^https?:\/\/[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#][\w./?#=&%~:-]*)?$/,
  'websocket-url': /^wss?:\/\/[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#][\w./?#=&%~:-]*)?$/,
};
const schemes: Readonly<Record<string, readonly string[]>> = { url: ['https', 'http'], 'websocket-url': ['wss', 'ws'] };

export default defineRule({
  id: 'malformed-url',
  group: 'values',
  severity: 'warning',
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: [
    'Agent settings: webhook_url: a URL',
    'Alert rule, alert incident: emails, webhook_urls: whom to notify',
    'Conversation flow component: mcps',
  ],
  at: stringsWithFormat('url', 'websocket-url'),
  when: ({ 'x-format': format }) => {
    const pattern = plainUrls[format!]!;
    return value => typeof value === 'string' && !pattern.test(value);
  },

  check(node) {
    const text = node.string()!;
    // stray-whitespace reports surrounding whitespace
    if (text === '' || text.trim() !== text || text.startsWith('{{')) return undefined;
    if (text.includes('{{') && text.indexOf('{{') < text.indexOf('://')) return undefined;
    const allowedSchemes = schemes[node.marks['x-format']!]!;
    // a variable is replaced by a digit, which is allowed in a host, port and path
    const parts = partsOf(text.includes('{{') ? text.replace(/\{\{[^{}]*\}\}/g, '1') : text);
    if (!parts)
      return /^[a-z]+:\/\//i.test(text) ? malformedHost(node, text) : absoluteUrlProblem(node, text, allowedSchemes);
    if (!allowedSchemes.includes(parts.scheme)) {
      const similarScheme = nearest(parts.scheme, allowedSchemes),
        part = { within: node.pointer, start: 0, end: parts.scheme.length };
      return {
        at: part,
        message:
          `${node.label}: expected ${allowedSchemes[0]}://, got ${clipped(parts.scheme)}://` +
          (similarScheme === undefined ? '' : `; did you mean ${similarScheme}://?`),
        fix: rewrite(part, similarScheme ?? allowedSchemes[0]!, `Use ${similarScheme ?? allowedSchemes[0]}://`),
      };
    }
    if (parts.host === '' || /^(https?|wss?)$/.test(parts.host))
      return { message: `${node.label}: no host, so nothing can be reached` };
    const space = text.replace(/\{\{[^{}]*\}\}/g, variable => 'x'.repeat(variable.length)).search(/\s/);
    if (space >= 0)
      return {
        at: { within: node.pointer, start: space, end: space + 1 },
        message: `${node.label}: contains a space`,
        help: 'write %20 or remove it',
      };
    return undefined;
  },
});

/**
 * The value for the message. A string with an @ is not quoted, because the password in a malformed URL cannot be
 * found.
 */
const gotWords = (node: Cursor, text: string): string => (text.includes('@') ? '' : `, got ${show(redact(node))}`);

const malformedHost = (node: Cursor, text: string): Problem => ({
  message: `${node.label}: expected a host and a numeric port${gotWords(node, text)}`,
});

function absoluteUrlProblem(node: Cursor, text: string, schemes: readonly string[]): Problem {
  const isHost = /^(\/\/)?[\w-]+(\.[\w-]+)+(:\d+)?([/?#]\S*)?$/.test(text);
  return {
    message: `${node.label}: expected a URL starting with ${schemes[0]}://${gotWords(node, text)}`,
    fix: isHost
      ? set(node, `${schemes[0]}://${text.replace(/^\/\//, '')}`, { title: `Use ${schemes[0]}://` })
      : undefined,
  };
}
