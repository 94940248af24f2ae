import { entryOf } from '../server/core/shapes/table.ts';
import { clipped, defineRule, show } from '../server/core/engine/rule.ts';

/** The name of a header, a token in RFC 3261. */
const token = /^[A-Za-z0-9\-.!%*_+`'~]+$/;
/** Headers that are passed on: X- headers, which belong to the caller, and User-to-User (RFC 7433). */
const forwardedHeaders = /^(x-|user-to-user$)/i;

export default defineRule({
  id: 'unusual-sip-header',
  group: 'settings',
  severity: 'info',
  spec: 'Batch call',
  clause: 'Batch call: task: metadata is an object, SIP headers are text',
  at: { among: ['propertyNames=sip-header'] },

  *check(headers) {
    if (entryOf(headers.entry).keys === undefined) return;
    for (const header of headers.entries()) {
      const name = header.key;
      const hasLineBreak = typeof header.value === 'string' && /[\r\n]/.test(header.value);
      if (hasLineBreak)
        yield { at: header, message: `${clipped(name)}: contains a line break, which ends a SIP header` };
      if (forwardedHeaders.test(name) && token.test(name)) continue;
      yield {
        at: { key: header.pointer },
        message: token.test(name)
          ? `${show(name)} does not start with X-, so carriers may drop or overwrite it`
          : `${show(name)} cannot be a SIP header name: no spaces, colons or non-ASCII letters`,
      };
    }
  },
});
