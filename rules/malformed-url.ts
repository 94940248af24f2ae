import type { Cursor } from '../server/core/cursor.ts';
import { defineRule, files, formatted, type Problem } from '../server/core/engine/rule.ts';
import { redacted } from '../server/core/domain/redacted.ts';
import { partsOf } from '../server/core/domain/urls.ts';
import { clipped, nearest, show } from '../server/core/wording.ts';
import { rewrite, set } from '../server/core/engine/fixes.ts';

/** URLs that match are certainly fine. */
const plain: Readonly<Record<string, RegExp>> = {
  url: /^https?:\/\/[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#][\w./?#=&%~:-]*)?$/,
  'websocket-url': /^wss?:\/\/[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#][\w./?#=&%~:-]*)?$/,
};
const schemes: Readonly<Record<string, readonly string[]>> = { url: ['https', 'http'], 'websocket-url': ['wss', 'ws'] };

export default defineRule({
  id: 'malformed-url',
  group: 'values',
  severity: 'warning',
  summary: 'A string is not a URL of the expected kind.',
  why: `
    Events are not delivered, or a tool fails in the middle of a call. Common mistakes are a missing \`https://\` and
    a websocket URL where an HTTP one belongs. URLs that start with a \`{{variable}}\` are skipped.
  `,
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: [
    'Agent settings: webhook_url: a URL',
    'Alert rule, alert incident: emails, webhook_urls: whom to notify',
    'Conversation flow component: mcps',
  ],
  at: formatted('url', 'websocket-url'),
  when: ({ 'x-format': format }) => {
    const known = plain[format!]!;
    return value => typeof value === 'string' && !known.test(value);
  },

  check(node) {
    const text = node.string()!;
    // surrounding whitespace is stray-whitespace's finding
    if (text === '' || text.trim() !== text || text.startsWith('{{')) return undefined;
    if (text.includes('{{') && text.indexOf('{{') < text.indexOf('://')) return undefined;
    const wanted = schemes[node.marks['x-format']!]!;
    // a digit is allowed wherever a variable is: in host, port and path
    const parts = partsOf(text.includes('{{') ? text.replace(/\{\{[^{}]*\}\}/g, '1') : text);
    if (!parts) return /^[a-z]+:\/\//i.test(text) ? malformedHost(node, text) : notAbsolute(node, text, wanted);
    if (!wanted.includes(parts.scheme)) {
      const meant = nearest(parts.scheme, wanted),
        at = { within: node.pointer, start: 0, end: parts.scheme.length };
      return {
        at,
        message:
          `${node.label}: expected ${wanted[0]}://, got ${clipped(parts.scheme)}://` +
          (meant === undefined ? '' : `; did you mean ${meant}://?`),
        fix: rewrite(at, meant ?? wanted[0]!, `Use ${meant ?? wanted[0]}://`),
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

  examples: {
    invalid: files`
      -- noon.agent.json --
      {
        "response_engine": { "type": "custom-llm", "llm_websocket_url": "https://llm.clinic.example/ws" },
                                                                         ^^^^^
                                              | warning: llm_websocket_url: expected wss://, got https://
      => "response_engine": { "type": "custom-llm", "llm_websocket_url": "wss://llm.clinic.example/ws" },
        "webhook_url": "hooks.clinic.example/calls"
                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: webhook_url: expected a URL starting with https://,
                                              | got "hooks.clinic.example/calls"
      => "webhook_url": "https://hooks.clinic.example/calls"
      }
      -- desk.llm.json --
      {
        "general_tools": [
          { "type": "custom", "name": "book", "url": "to be done" },
                                                     ^^^^^^^^^^^^
                                              | warning: url: expected a URL starting with https://, got "to be done"
          { "type": "custom", "name": "find", "url": "htps://api.clinic.example/find" },
                                                      ^^^^
                                              | warning: url: expected https://, got htps://; did you mean https://?
       => { "type": "custom", "name": "find", "url": "https://api.clinic.example/find" },
          { "type": "custom", "name": "move", "url": "https://api.clinic.example/move visit" },
                                                                                     ^ warning: url: contains a space
          { "type": "custom", "name": "stop", "url": "https://api.clinic.example:PORT/stop" },
                                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                                              | warning: url: expected a host and a numeric port, got
                                              | "https://api.clinic.example:PORT/stop"
          { "type": "custom", "name": "call", "url": "https://https://api.clinic.example/call" }
                                                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                                              | warning: url: no host, so nothing can be reached
        ]
      }
    `,
    valid: files`
      -- desk.agent.json --
      { "webhook_url": "https://hooks.clinic.example:8443/calls?from={{ agent name }}#a" }
      -- noon.agent.json --
      {
        "webhook_url": "{{BACKEND_URL}}/webhook",
        "response_engine": { "type": "custom-llm", "llm_websocket_url": "wss://llm.clinic.example/ws" }
      }
      -- night.agent.json --
      { "webhook_url": "", "llmURL": null }
      -- desk.llm.json --
      { "general_tools": [{ "type": "custom", "name": "book", "url": " https://api.clinic.example/book" }] }
      -- shop.agent.json --
      { "webhook_url": "https://{{tenant}}.clinic.example:{{port}}/calls" }
    `,
  },
});

/** The password in a malformed URL cannot be found, so a string with an @ is not quoted. */
const found = (node: Cursor, text: string): string => (text.includes('@') ? '' : `, got ${show(redacted(node))}`);

const malformedHost = (node: Cursor, text: string): Problem => ({
  message: `${node.label}: expected a host and a numeric port${found(node, text)}`,
});

function notAbsolute(node: Cursor, text: string, wanted: readonly string[]): Problem {
  const bare = /^(\/\/)?[\w-]+(\.[\w-]+)+(:\d+)?([/?#]\S*)?$/.test(text);
  return {
    message: `${node.label}: expected a URL starting with ${wanted[0]}://${found(node, text)}`,
    fix: bare ? set(node, `${wanted[0]}://${text.replace(/^\/\//, '')}`, { title: `Use ${wanted[0]}://` }) : undefined,
  };
}
