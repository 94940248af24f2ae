import { platformNames } from '../server/core/dialects/platform-names.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import { didYouMean, show } from '../server/core/wording.ts';

export default defineRule({
  id: 'invalid-name-mapping',
  group: 'configuration',
  severity: 'error',
  summary: 'An entry of "names" maps nothing, or two names to one.',
  why: `
    \`names\` maps names one to one: on the left a field or listed value of the platform, on the right its spelling
    in your files. Two platform names with the same spelling could not be distinguished.
  `,
  spec: 'Preflight configuration',
  at: { 'preflight-config': '/names' },

  *check(node): Generator<Problem> {
    const known = platformNames(),
      taken = new Map<string, string>();
    for (const entry of node.entries()) {
      const { key, pointer } = entry,
        own = entry.string();
      if (!known.has(key))
        yield {
          at: { key: pointer },
          message: `${show(key)} is not a platform name: neither a field nor a listed value${didYouMean(key, known)}`,
        };
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

  examples: {
    invalid: files`
      -- preflight.config.json --
      {
        "names": {
          "agent_nam": "name",
          ^^^^^^^^^^^ "agent_nam" is not a platform name: neither a field nor a listed value; did you mean
                                              | "agent_name"?
          "voice_id": "voice",
          "voice_model": "voice",
                         ^^^^^^^ "voice" already stands for "voice_id", so it cannot stand for "voice_model"
          "language": "language"
                      ^^^^^^^^^^ "language" is already the platform's own name
        }
      }
    `,
    valid: files`
      -- preflight.config.json --
      { "names": { "agent_name": "name", "voice_id": "voice" } }
    `,
  },
});
