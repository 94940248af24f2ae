import { nameOfOwner } from '../server/core/domain/tools.ts';
import { lookupAt, severityOf } from '../server/core/index/lookup.ts';
import { defineRule, referencesTo, set, show, suggest, suggestShort } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unknown-mcp-server',
  group: 'references',
  severity: 'error',
  reads: 'records',
  spec: 'domain',
  at: referencesTo('mcp'),

  check(node, workspace) {
    const lookup = lookupAt(node, workspace);
    if (!lookup || lookup.outcome === 'found') return undefined;
    const id = show(node.value);
    const owner = nameOfOwner(node),
      severity = severityOf(lookup),
      fix = set(node, lookup.similarName);
    if (lookup.outcome === 'unknowable') {
      if (lookup.reason === 'no-list')
        return { severity, message: `${node.label}: this ${owner} lists no MCP servers, so ${id} cannot be checked` };
      if (lookup.reason !== 'not-here') return undefined;
    }
    const suggestion = lookup.namespace?.idByName?.(String(node.value));
    if (suggestion !== undefined)
      return {
        severity,
        message: `${node.label}: expected the id of an MCP server, got the name ${id}${suggest(suggestion)}`,
        fix,
      };
    return {
      severity,
      message: `${node.label}: no MCP server ${id} in this ${owner}, so there is nothing to run${suggestShort(lookup)}`,
      fix,
    };
  },
});
