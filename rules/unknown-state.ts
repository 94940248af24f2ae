import { lookupAt, severityOf } from '../server/core/index/lookup.ts';
import { defineRule, referencesTo, set, show, suggestShort } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unknown-state',
  group: 'references',
  severity: 'error',
  reads: 'records',
  spec: 'domain',
  at: referencesTo('state'),

  check(node, workspace) {
    const lookup = lookupAt(node, workspace);
    if (!lookup || lookup.outcome === 'found') return undefined;
    const severity = severityOf(lookup),
      state = show(node.value);
    if (lookup.outcome === 'unknowable')
      return lookup.reason === 'no-list'
        ? { severity, message: `${node.label}: this engine lists no states, so ${state} cannot be checked` }
        : undefined;
    const { similarName } = lookup;
    const effect = node.key === 'starting_state' ? 'so it cannot start' : 'so the edge leads nowhere';
    const consequence = lookup.names.size === 0 ? 'which has no states' : effect;
    return {
      severity,
      message: `${node.label}: no state ${state} in this engine, ${consequence}${suggestShort(lookup)}`,
      fix: set(node, similarName),
    };
  },
});
