import { partsOf, unreachableReason } from '../server/core/domain/urls.ts';
import { defineRule, rewrite, stringsWithFormat } from '../server/core/engine/rule.ts';

const secureSchemes: Readonly<Record<string, string>> = { http: 'https', ws: 'wss' };
const schemes: Readonly<Record<string, string>> = { url: 'http', 'websocket-url': 'ws' };

export default defineRule({
  id: 'unencrypted-url',
  group: 'secrets',
  severity: 'warning',
  spec: 'domain',
  at: stringsWithFormat('url', 'websocket-url'),
  when: () => value => typeof value === 'string' && !/^(?:https|wss):/.test(value),

  check(node) {
    const parts = partsOf(node.string()!.trim());
    const { scheme } = parts ?? {};
    // unreachable-url reports a private address, which is more important
    if (!parts || scheme !== schemes[node.marks['x-format']!] || unreachableReason(parts.host) !== undefined)
      return undefined;
    const secureScheme = secureSchemes[scheme!]!;
    const start = node.string()!.search(/\S/);
    const part = { within: node.pointer, start, end: start + parts.scheme.length };
    return {
      at: part,
      message: `${node.label}: not encrypted, so anyone on the way can read what is sent; use ${secureScheme}://`,
      fix: rewrite(part, secureScheme, `Use ${secureScheme}://`),
    };
  },
});
