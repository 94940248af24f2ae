import { isDate } from '../server/core/configuration/dates.ts';
import { stablePointerProblem } from '../server/core/configuration/stable-pointer.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import { show } from '../server/core/wording.ts';

export default defineRule({
  id: 'invalid-suppression',
  group: 'configuration',
  severity: 'error',
  summary: 'A suppression, or an accepted break, cannot apply as written.',
  why: `
    \`file\` is a path below the folder of the configuration, with \`/\`; \`at\` is a JSON pointer, in which
    \`[key=value]\` selects an item of a list; \`until\` is a calendar date. An entry in any other form would never
    apply.
  `,
  spec: 'Preflight configuration',
  at: { 'preflight-config': ['/suppress/*', '/accept/*'] },

  *check(node): Generator<Problem> {
    const [at, file, until] = ['at', 'file', 'until'].map(key => node.get(key)),
      pointer = at!.string(),
      path = file!.string(),
      day = until!.string();
    const form = pointer?.startsWith('/') ? stablePointerProblem(pointer) : undefined;
    if (form !== undefined)
      yield {
        at: at!,
        message: `at: expected a JSON pointer, got ${show(pointer)}, which has ${form}`,
        help: 'in a value, / is written ~1 and ] is written ~2, and ~ is written ~0',
      };
    if (path !== undefined && (/^(\/|[A-Za-z]:)|\\/.test(path) || path.split('/').includes('..')))
      yield {
        at: file!,
        message: `file: expected a path relative to the configuration's folder, with /, got ${show(path)}`,
      };
    if (day !== undefined && /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(day) && !isDate(day))
      yield { at: until!, message: `until: ${day} is not a calendar date` };
  },

  examples: {
    invalid: files`
      -- preflight.config.json --
      {
        "suppress": [
          {
            "rule": "wrong-type",
            "file": "../desk.agent.json",
                    ^^^^^^^^^^^^^^^^^^^^ file: expected a path relative to the configuration's folder, with /, got
                                              | "../desk.agent.json"
            "at": "/nodes[id=greet/instruction",
                  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ at: expected a JSON pointer, got
                                              | "/nodes[id=greet/instruction", which has [ without ]
            "reason": "imported as text",
            "until": "2026-02-30"
                     ^^^^^^^^^^^^ until: 2026-02-30 is not a calendar date
          }
        ]
      }
    `,
    valid: files`
      -- preflight.config.json --
      {
        "suppress": [
          {
            "rule": "wrong-type",
            "file": "flows/desk.agent.json",
            "at": "/nodes[id=greet]/instruction",
            "reason": "imported as text",
            "until": "2028-02-29"
          }
        ]
      }
    `,
  },
});
