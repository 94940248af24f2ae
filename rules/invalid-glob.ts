import { defineRule, files, formatted } from '../server/core/engine/rule.ts';
import { globProblem } from '../server/core/configuration/glob.ts';
import { show } from '../server/core/wording.ts';

export default defineRule({
  id: 'invalid-glob',
  group: 'configuration',
  severity: 'error',
  summary: 'A glob in the configuration cannot be used.',
  why: `
    A glob that could take very long to match is refused, because skipping it would silently leave out files. Name
    more of the path, or use several globs. Folders are separated by / on every system: \\ makes the next character
    literal.
  `,
  spec: 'Preflight configuration',
  at: formatted('glob'),
  when: { type: 'string' },

  check(node) {
    const problem = globProblem(node.string()!);
    return problem === undefined ? undefined : { message: `${node.label}: ${show(node.value)} ${problem}` };
  },

  examples: {
    invalid: files`
      -- preflight.config.json --
      {
        "ignore": ["*old*copy*bak*.json", "drafts\\desk.json"]
                   ^^^^^^^^^^^^^^^^^^^^^ ignore[0]: "*old*copy*bak*.json" has more than 3 * in one name; make
                                              | the name more specific, or use several globs
                                          ^^^^^^^^^^^^^^^^^^^ ignore[1]: "drafts\\desk.json" has \ between folders; use /
      }
    `,
    valid: files`
      -- preflight.config.json --
      { "ignore": ["drafts", "!drafts/*/keep-*.json", "**/old/**"] }
    `,
  },
});
