import type { Edit } from '../server/core/finding.ts';
import { groupNames } from '../server/core/engine/groups.ts';
import { unknownChoice, unknownRule } from '../server/core/configuration/rule-names.ts';
import { defineRule, nearest, type Problem } from '../server/core/engine/rule.ts';

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
    for (const item of node.isArray ? node.items() : node.entries()) {
      const name = node.isArray ? (item.string() ?? '') : item.key;
      const message = name === '' ? undefined : unknownChoice(name, names);
      if (message === undefined) continue;
      const newName = groupNames.includes(`group:${name}`) ? `group:${name}` : nearest(name, candidates);
      yield node.isArray
        ? { at: item, ...report(message, newName, suggestion => ({ set: item.pointer, to: suggestion })) }
        : {
            at: { key: item.pointer },
            ...report(message, newName !== undefined && node.get(newName).exists ? undefined : newName, suggestion => ({
              rename: item.pointer,
              to: suggestion,
            })),
          };
    }

    function report(
      message: string,
      similarRule: string | undefined,
      edit: (suggestion: string) => Edit = name => ({ set: node.pointer, to: name }),
    ): Pick<Problem, 'message' | 'fix'> {
      return {
        message,
        ...(similarRule !== undefined && {
          fix: { title: `Use "${similarRule}"`, safe: false, edits: [edit(similarRule)] },
        }),
      };
    }
  },
});
