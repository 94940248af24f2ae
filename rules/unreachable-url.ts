import type { Cursor } from '../server/core/cursor.ts';
import { defineRule, files, formatted, type Problem } from '../server/core/engine/rule.ts';
import { mayBeUnreachable, partsOf, unreachable } from '../server/core/domain/urls.ts';

export default defineRule({
  id: 'unreachable-url',
  group: 'settings',
  severity: 'warning',
  summary: 'The platform cannot reach a URL, or not for long.',
  why: `
    The platform calls the URL from its own servers. It reaches neither your machine nor a private network; a tunnel
    ends with the process that opened it; request inspection services show what they receive to others; a
    \`/webhook-test/\` URL answers only while its editor is listening. Such URLs are left over from development.
  `,
  spec: 'domain',
  at: formatted('url', 'websocket-url'),
  when: () => value => typeof value === 'string' && (mayBeUnreachable(value) || value.includes('webhook-test')),

  check(node) {
    const text = node.string()!;
    const host = partsOf(text.trim())?.host;
    const reason = host === undefined ? undefined : unreachable(host);
    if (host === undefined) return undefined;
    if (reason === undefined) return atTestHook(node, text);
    const start = text.toLowerCase().indexOf(host, text.indexOf('://') + 3);
    return {
      ...(start >= 0 && { at: { within: node.pointer, start, end: start + host.length } }),
      message: `${node.label}: ${reason}`,
      help: 'use the address of a server that is always up',
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      { "webhook_url": "http://localhost:3000/calls" }
                               ^^^^^^^^^ warning: webhook_url: localhost, which the platform cannot reach
      -- noon.agent.json --
      { "webhook_url": "https://b8c1.ngrok-free.app/calls" }
                                ^^^^^^^^^^^^^^^^^^^ warning: webhook_url: a development tunnel (ngrok); it dies
                                              | with the machine behind it
      -- night.agent.json --
      { "webhook_url": "https://webhook.site/5dc2" }
                                ^^^^^^^^^^^^ warning: webhook_url: a request inspection service; others may read
                                           | what is sent
      -- desk.llm.json --
      {
        "general_prompt": "You book visits.",
        "general_tools": [
          { "type": "custom", "name": "book", "url": "https://192.168.1.20/book", "method": "POST" },
                                                              ^^^^^^^^^^^^
                                              | warning: url: a private address; only your own network can reach
                                              | it
          { "type": "custom", "name": "find", "url": "http://[::1]:8080/find", "method": "GET" },
                                                              ^^^ warning: url: localhost, which the platform
                                              | cannot reach
          { "type": "custom", "name": "move", "url": "https://169.254.10.1/move", "method": "POST" },
                                                              ^^^^^^^^^^^^
                                              | warning: url: a link-local address; only your own network can
                                              | reach it
          { "type": "custom", "name": "try", "url": "https://flows.clinic.example/webhook-test/book", "method": "POST" },
                                                                                  ^^^^^^^^^^^^
                                              | warning: url: a test webhook; it answers only while its editor is
                                              | listening
          { "type": "custom", "name": "call", "url": "https://backend/call", "method": "POST" }
                                                              ^^^^^^^
                                              | warning: url: a host name without a domain; only a private network
                                              | can resolve it
        ]
      }
    `,
    valid: files`
      -- desk.agent.json --
      { "webhook_url": "https://hooks.clinic.example/calls" }
      -- noon.agent.json --
      { "webhook_url": "https://{{host}}/calls" }
      -- flow.agent.json --
      { "webhook_url": "https://flows.clinic.example/webhook/5dc2?note=/webhook-test/" }
      -- night.agent.json --
      { "webhook_url": "https://172.15.0.9/localhost?to=127.0.0.1" }
      -- shop.agent.json --
      { "webhook_url": "https://localhost.clinic.example/calls" }
    `,
  },
});

/** n8n and similar tools give each webhook a second URL for testing. */
function atTestHook(node: Cursor, text: string): Problem | undefined {
  const found = /^[^?#]*?\/(webhook-test)\//.exec(text);
  if (!found) return undefined;
  const end = found[0].length - 1;
  return {
    at: { within: node.pointer, start: end - found[1]!.length, end },
    message: `${node.label}: a test webhook; it answers only while its editor is listening`,
    help: 'use the production address of the webhook',
  };
}
