import { platformNames } from '../server/core/dialects/platform-names.ts';
import { defineRule, nearest, rename, show, suggest, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'invalid-name-mapping',
  group: 'configuration',
  severity: 'error',
  spec: 'Preflight configuration',
  at: { 'preflight-config': '/names' },

  *check(node): Generator<Problem> {
    const names = platformNames(),
      ownersByName = new Map<string, string>();
    for (const entry of node.entries()) {
      const { key, pointer } = entry,
        ownName = entry.string();
      if (!names.has(key)) {
        const similarName = nearest(key, names);
        yield {
          at: { key: pointer },
          message: `${show(key)} is not a platform name: neither a field nor a listed value${suggest(similarName)}`,
          fix: similarName !== undefined && node.get(similarName).exists ? undefined : rename(entry, similarName),
        };
      }
      if (ownName === undefined || ownName === '') continue;
      const previous = ownersByName.get(ownName);
      if (previous !== undefined)
        yield {
          at: entry,
          message: `${show(ownName)} is already the name for ${show(previous)}, so it cannot also be the name for ${show(key)}`,
        };
      else if (ownName === key) yield { at: entry, message: `${show(key)} is already the platform's own name` };
      ownersByName.set(ownName, previous ?? key);
    }
  },
});
