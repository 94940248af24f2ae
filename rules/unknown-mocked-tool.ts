import { defineRule } from '../server/core/engine/rule.ts';
import { lookupAs } from '../server/core/index/lookup.ts';
import { orMeant, show } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'unknown-mocked-tool',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  at: { 'tool-mock': '/tool_name' },

  check(node, workspace) {
    if (node.string() === undefined) return undefined;
    const lookup = lookupAs('tool', node, workspace);
    if (!lookup || lookup.outcome === 'found') return undefined;
    const { near } = lookup;
    // a tool that may be defined elsewhere is reported only if its name is a near miss
    if (lookup.outcome === 'unknowable' && (lookup.because !== 'shared' || near === undefined)) return undefined;
    return {
      message: `tool_name: the engine has no tool ${show(node.value)}, so the mock is never used${orMeant(lookup)}`,
      fix: set(node, near),
    };
  },
});
