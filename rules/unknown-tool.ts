import { nameOfOwner, ownersOf, toolsOf } from '../server/core/domain/tools.ts';
import { lookupAt, severityOf } from '../server/core/index/lookup.ts';
import { defineRule, referencesTo, set, show, suggestShort } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unknown-tool',
  group: 'references',
  severity: 'error',
  reads: 'records',
  spec: 'domain',
  at: referencesTo('tool'),

  check(node, workspace) {
    const lookup = lookupAt(node, workspace);
    if (!lookup || lookup.outcome === 'found') return undefined;
    const id = show(node.value);
    const owner = nameOfOwner(node),
      severity = severityOf(lookup),
      fix = set(node, lookup.similarName);
    if (lookup.outcome === 'unknowable') {
      if (lookup.reason === 'no-list')
        return { severity, message: `${node.label}: this ${owner} lists no tools, so ${id} cannot be checked` };
      const type = node.sibling('tool_type'),
        isHere = ownersOf(node).some(owner => toolsOf(owner).has(String(node.value)));
      if (lookup.reason === 'shared' && isHere)
        return {
          severity: 'warning',
          message: `${node.label}: ${id} is a tool of this ${owner}, but tool_type is "shared"`,
          fix: set(type, 'local', { title: 'Use tool_type "local"' }),
        };
      if (lookup.reason !== 'not-here') return undefined;
    }
    const suggestion = lookup.namespace?.idByName?.(String(node.value));
    if (suggestion === undefined)
      return {
        severity,
        message: `${node.label}: no tool ${id} in this ${owner}, so there is nothing to run${suggestShort(lookup)}`,
        fix,
      };
    return {
      severity,
      message: `${node.label}: expected a tool_id, got the tool name ${id}${suggestShort(lookup)}`,
      fix,
    };
  },
});
