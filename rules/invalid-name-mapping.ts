import { platformNames } from '../server/core/dialects/platform-names.ts';
import { rename } from '../server/core/engine/fixes.ts';
import { defineRule, type Problem } from '../server/core/engine/rule.ts';
import { nearest, show, suggested } from '../server/core/wording.ts';

export default defineRule({
  id: 'invalid-name-mapping',
  group: 'configuration',
  severity: 'error',
  spec: 'Preflight configuration',
  at: { 'preflight-config': '/names' },

  *check(node): Generator<Problem> {
    const names = platformNames(),
      taken = new Map<string, string>();
    for (const entry of node.entries()) {
      const { key, pointer } = entry,
        own = entry.string();
      if (!names.has(key)) {
        const near = nearest(key, names);
        yield {
          at: { key: pointer },
          message: `${show(key)} is not a platform name: neither a field nor a listed value${suggested(near)}`,
          fix: near !== undefined && node.get(near).exists ? undefined : rename(entry, near),
        };
      }
      if (own === undefined || own === '') continue;
      const other = taken.get(own);
      if (other !== undefined)
        yield {
          at: entry,
          message: `${show(own)} already stands for ${show(other)}, so it cannot stand for ${show(key)}`,
        };
      else if (own === key) yield { at: entry, message: `${show(key)} is already the platform's own name` };
      taken.set(own, other ?? key);
    }
  },
});
