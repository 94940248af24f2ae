import { mayBeUnreachable, partsOf, unreachableReason } from '../server/core/domain/urls.ts';
import { defineRule, stringsWithFormat, type Cursor, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unreachable-url',
  group: 'settings',
  severity: 'warning',
  spec: 'domain',
  at: stringsWithFormat('url', 'websocket-url'),
  when: () => value => typeof value === 'string' && (mayBeUnreachable(value) || value.includes('webhook-test')),

  check(node) {
    const text = node.string()!;
    const host = partsOf(text.trim())?.host;
    const reason = host === undefined ? undefined : unreachableReason(host);
    if (host === undefined) return undefined;
    if (reason === undefined) return testHookProblem(node, text);
    const start = text.toLowerCase().indexOf(host, text.indexOf('://') + 3);
    return {
      ...(start >= 0 && { at: { within: node.pointer, start, end: start + host.length } }),
      message: `${node.label}: ${reason}`,
      help: 'use the address of a server that is always up',
    };
  },
});

/** Reports the URL for tests: n8n and similar tools give each webhook a second URL. */
function testHookProblem(node: Cursor, text: string): Problem | undefined {
  const match = /^[^?#]*?\/(webhook-test)\//.exec(text);
  if (!match) return undefined;
  const end = match[0].length - 1;
  return {
    at: { within: node.pointer, start: end - match[1]!.length, end },
    message: `${node.label}: a test webhook; it answers only while its editor is listening`,
    help: 'use the production address of the webhook',
  };
}
