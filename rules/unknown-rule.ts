import { defineRule, type Problem } from '../server/core/engine/rule.ts';
import type { Edit } from '../server/core/finding.ts';
import { groupNames } from '../server/core/engine/groups.ts';
import { nearest } from '../server/core/wording.ts';
import { unknownChoice, unknownRule } from '../server/core/configuration/rule-names.ts';

export default defineRule({
  id: 'unknown-rule',
  group: 'configuration',
  severity: 'error',
  spec: 'Preflight configuration',
  at: { 'preflight-config': ['/rules', '/overrides/*/rules', '/select', '/suppress/*/rule'] },

  *check(node, { facts }): Generator<Problem> {
    if (facts.ruleNames.size === 0) return;
    const names = new Map([...facts.ruleNames, ...facts.policies]);
    const candidates = [...names.keys(), ...groupNames];
    if (node.key === 'rule') {
      const name = node.string() ?? '';
      if (name !== '' && !names.has(name)) yield report(unknownRule(name, names), nearest(name, [...names.keys()]));
      return;
    }
    for (const one of node.isArray ? node.items() : node.entries()) {
      const name = node.isArray ? (one.string() ?? '') : one.key;
      const message = name === '' ? undefined : unknownChoice(name, names);
      if (message === undefined) continue;
      const to = groupNames.includes(`group:${name}`) ? `group:${name}` : nearest(name, candidates);
      yield node.isArray
        ? { at: one, ...report(message, to, near => ({ set: one.pointer, to: near })) }
        : {
            at: { key: one.pointer },
            ...report(message, to !== undefined && node.get(to).exists ? undefined : to, near => ({
              rename: one.pointer,
              to: near,
            })),
          };
    }

    function report(
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
});
