import { rewrite } from '../server/core/engine/fixes.ts';
import { defineRule, files, formatted } from '../server/core/engine/rule.ts';
import { partsOf, unreachable } from '../server/core/domain/urls.ts';

const encrypted: Readonly<Record<string, string>> = { http: 'https', ws: 'wss' };
const schemes: Readonly<Record<string, string>> = { url: 'http', 'websocket-url': 'ws' };

export default defineRule({
  id: 'unencrypted-url',
  group: 'secrets',
  severity: 'warning',
  summary: 'A URL is not encrypted.',
  why: `
    Transcripts, phone numbers and credentials are sent to this URL, and anyone on the way can read and change them.
  `,
  spec: 'domain',
  at: formatted('url', 'websocket-url'),
  when: () => value => typeof value === 'string' && !/^(?:https|wss):/.test(value),

  check(node) {
    const parts = partsOf(node.string()!.trim());
    const { scheme } = parts ?? {};
    // that a private network address cannot be reached matters more
    if (!parts || scheme !== schemes[node.marks['x-format']!] || unreachable(parts.host) !== undefined)
      return undefined;
    const better = encrypted[scheme!]!;
    const start = node.string()!.search(/\S/);
    const at = { within: node.pointer, start, end: start + parts.scheme.length };
    return {
      at,
      message: `${node.label}: not encrypted, so anyone on the way can read what is sent; use ${better}://`,
      fix: rewrite(at, better, `Use ${better}://`),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "response_engine": { "type": "custom-llm", "llm_websocket_url": "ws://llm.clinic.example/ws" },
                                                                         ^^
                                              | warning: llm_websocket_url: not encrypted, so anyone on the way can
                                              | read what is sent; use wss://
      => "response_engine": { "type": "custom-llm", "llm_websocket_url": "wss://llm.clinic.example/ws" },
        "webhook_url": "http://hooks.clinic.example/calls"
                        ^^^^ warning: webhook_url: not encrypted, so anyone on the way can read what is sent; use
                           | https://
      => "webhook_url": "https://hooks.clinic.example/calls"
      }
      -- night.agent.json --
      { "webhook_url": "HTTP://hooks.clinic.example/calls" }
                        ^^^^ warning: webhook_url: not encrypted, so anyone on the way can read what is sent; use https://
      => { "webhook_url": "https://hooks.clinic.example/calls" }
    `,
    valid: files`
      -- desk.agent.json --
      {
        "response_engine": { "type": "custom-llm", "llm_websocket_url": "wss://llm.clinic.example/ws" },
        "webhook_url": "https://hooks.clinic.example/calls"
      }
      -- night.agent.json --
      { "webhook_url": "http://localhost:3000/calls" }
      -- noon.agent.json --
      { "webhook_url": "{{BACKEND_URL}}/webhook" }
    `,
  },
});
