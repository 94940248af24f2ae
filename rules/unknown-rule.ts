import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import type { Edit } from '../server/core/finding.ts';
import { groupNames } from '../server/core/engine/groups.ts';
import { nearest } from '../server/core/wording.ts';
import { unknownChoice, unknownRule } from '../server/core/configuration/rule-names.ts';

export default defineRule({
  id: 'unknown-rule',
  group: 'configuration',
  severity: 'error',
  summary: 'The configuration names a rule or group that does not exist.',
  why: `
    A severity or suppression under a misspelled name would apply to nothing. \`preflight rules\` lists every rule with
    its group; a group is written \`group:NAME\`. Earlier names of a rule still work.
  `,
  spec: 'Preflight configuration',
  at: { 'preflight-config': ['/rules', '/overrides/*/rules', '/select', '/suppress/*/rule'] },

  *check(node, { facts }): Generator<Problem> {
    if (facts.ruleNames.size === 0) return;
    const names = new Map([...facts.ruleNames, ...facts.policies]);
    const known = [...names.keys(), ...groupNames];
    if (node.key === 'rule') {
      const name = node.string() ?? '';
      if (name !== '' && !names.has(name)) yield meant(unknownRule(name, names), nearest(name, [...names.keys()]));
      return;
    }
    for (const one of node.isArray ? node.items() : node.entries()) {
      const name = node.isArray ? (one.string() ?? '') : one.key;
      const message = name === '' ? undefined : unknownChoice(name, names);
      if (message === undefined) continue;
      const to = groupNames.includes(`group:${name}`) ? `group:${name}` : nearest(name, known);
      yield node.isArray
        ? { at: one, ...meant(message, to, near => ({ set: one.pointer, to: near })) }
        : {
            at: { key: one.pointer },
            ...meant(message, to !== undefined && node.get(to).exists ? undefined : to, near => ({
              rename: one.pointer,
              to: near,
            })),
          };
    }

    function meant(
      message: string,
      near: string | undefined,
      edit: (near: string) => Edit = to => ({ set: node.pointer, to }),
    ): Pick<Problem, 'message' | 'fix'> {
      return {
        message,
        ...(near !== undefined && { fix: { title: `Use "${near}"`, safe: false, edits: [edit(near)] } }),
      };
    }
  },

  examples: {
    invalid: files`
      -- preflight.config.json --
      {
        "rules": { "wrong-typ": "warning", "style": "off" },
                   ^^^^^^^^^^^ unknown rule "wrong-typ"; did you mean "wrong-type"?
                                           ^^^^^^^ unknown rule "style"; did you mean "group:style"?
      => "rules": { "wrong-type": "warning", "group:style": "off" },
        "select": ["group:flow"],
                   ^^^^^^^^^^^^ unknown group "group:flow"; did you mean "group:flows"?
      => "select": ["group:flows"],
        "suppress": [{ "rule": "wrong-typ", "file": "desk.agent.json", "at": "", "reason": "imported as text" }]
                               ^^^^^^^^^^^ unknown rule "wrong-typ"; did you mean "wrong-type"?
      => "suppress": [{ "rule": "wrong-type", "file": "desk.agent.json", "at": "", "reason": "imported as text" }]
      }
    `,
    valid: files`
      -- preflight.config.json --
      {
        "rules": { "wrong-type": "warning", "group:style": "off", "named-owner": "error" },
        "policies": [
          { "id": "named-owner", "shape": "agent-settings", "must": { "required": ["owner"] }, "message": "no owner" }
        ]
      }
    `,
  },
});
