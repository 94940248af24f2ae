import {
  lookupAt,
  placeSearched,
  severityOf,
  unreadInWords,
  type FailedLookup,
  recordSuggestion,
} from '../server/core/index/lookup.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { defineRule, referencesTo, set, show, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unknown-component',
  group: 'references',
  severity: 'error',
  reads: 'records',
  needsEveryFile: true,
  spec: 'domain',
  at: referencesTo('flow-component'),

  check(node, workspace) {
    const lookup = lookupAt(node, workspace);
    if (!lookup || lookup.outcome === 'found') return undefined;
    const words = absenceOf(node, lookup, workspace);
    if (words === undefined) return undefined;
    return {
      severity: severityOf(lookup),
      message: `${node.label}: ${words}`,
      fix: set(node, isAbsent(lookup) ? lookup.similarName : undefined),
    };
  },
});

const isAbsent = (lookup: FailedLookup): boolean => lookup.outcome === 'missing' || lookup.reason === 'not-here';

function absenceOf(node: Cursor, lookup: FailedLookup, workspace: Workspace): string | undefined {
  const id = show(node.value),
    reason = lookup.outcome === 'missing' ? 'missing' : lookup.reason;
  const isLocal = node.sibling('component_type').value === 'local';
  const suggestion = (): string => recordSuggestion('flow-component', lookup, workspace);
  if (isLocal && isAbsent(lookup)) return `no component ${id} in this flow, so there is nothing to run${suggestion()}`;
  switch (reason) {
    case 'missing':
      return `no component ${id}${placeSearched(lookup, workspace, 'flow-component')}${suggestion()}`;
    case 'no-list':
      return `this flow lists no components, so ${id} cannot be checked`;
    case 'not-here':
      return `no component ${id} in this workspace; it may exist on the platform only${suggestion()}`;
    case 'unread':
      return `no component ${id}${unreadInWords(lookup, workspace, 'flow-component')}`;
    case 'none-here':
      return `no shared components in this workspace, so ${id} cannot be checked`;
    default:
      return undefined;
  }
}
