import type { Cursor } from '../server/core/cursor.ts';
import { defineRule, files, referencesTo } from '../server/core/engine/rule.ts';
import { lookupAt, placeSearched, severityOf, unreadInWords, type Absent } from '../server/core/index/lookup.ts';
import { orMeant, show } from '../server/core/wording.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';

export default defineRule({
  id: 'unknown-component',
  group: 'references',
  severity: 'error',
  needsEveryFile: true,
  summary: 'A node uses a component that does not exist.',
  why: `
    The conversation takes the else edge, or goes nowhere. A component node runs a local component from \`components\`
    of its flow, or a shared one of the account. Shared components are looked up in this workspace; if all of them are
    here, set \`"complete": ["flow-component"]\` in the configuration.
  `,
  spec: 'domain',
  at: referencesTo('flow-component'),

  check(node, workspace) {
    const lookup = lookupAt(node, workspace);
    if (!lookup || lookup.outcome === 'found') return undefined;
    const words = absenceOf(node, lookup, workspace);
    return words === undefined ? undefined : { severity: severityOf(lookup), message: `${node.label}: ${words}` };
  },

  examples: {
    invalid: files`
      -- desk.conversation-flow.json --
      {
        "nodes": [
          { "id": "pay", "type": "component", "component_id": "payment", "component_type": "local" },
                                                              ^^^^^^^^^
                                              | component_id: no component "payment" in this flow, so there is
                                              | nothing to run; did you mean "payments"?
          { "id": "check", "type": "component", "component_id": "identiti", "component_type": "shared" }
                                                                ^^^^^^^^^^
                                              | warning: component_id: no component "identiti" in this workspace; it
                                              | may exist on the platform only; did you mean "identity"?
        ],
        "components": [{ "conversation_flow_component_id": "payments", "name": "Payment", "nodes": [] }]
      }
      -- identity.flow-component.json --
      { "conversation_flow_component_id": "identity", "name": "Identity", "nodes": [] }
      ====
      -- desk.conversation-flow.json --
      { "nodes": [{ "id": "check", "type": "component", "component_id": "identity", "component_type": "shared" }] }
                                                                        ^^^^^^^^^^
                                              | info: component_id: no shared components in this workspace, so
                                              | "identity" cannot be checked
      ====
      -- preflight.config.json --
      { "complete": ["flow-component"] }
      -- desk.conversation-flow.json --
      { "nodes": [{ "id": "check", "type": "component", "component_id": "identity", "component_type": "shared" }] }
                                                                        ^^^^^^^^^^
                                              | component_id: no component "identity" in this workspace (config:
                                              | "complete" includes flow-component)
    `,
    valid: files`
      -- desk.conversation-flow.json --
      {
        "nodes": [
          { "id": "pay", "type": "component", "component_id": "payment", "component_type": "local" },
          { "id": "check", "type": "component", "component_id": "identity", "component_type": "shared" },
          { "id": "draft", "type": "component", "component_id": "", "component_type": "local" }
        ],
        "components": [{ "conversation_flow_component_id": "payment", "name": "Payment", "nodes": [] }]
      }
      -- identity.flow-component.json --
      { "conversation_flow_component_id": "identity", "name": "Identity", "nodes": [] }
    `,
  },
});

function absenceOf(node: Cursor, lookup: Absent, workspace: Workspace): string | undefined {
  const id = show(node.value),
    because = lookup.outcome === 'missing' ? 'missing' : lookup.because;
  const isLocal = node.sibling('component_type').value === 'local',
    isAbsent = because === 'missing' || because === 'not-here';
  if (isLocal && isAbsent) return `no component ${id} in this flow, so there is nothing to run${orMeant(lookup)}`;
  switch (because) {
    case 'missing':
      return `no component ${id}${placeSearched(lookup, workspace, 'flow-component')}${orMeant(lookup)}`;
    case 'no-list':
      return `this flow lists no components, so ${id} cannot be checked`;
    case 'not-here':
      return `no component ${id} in this workspace; it may exist on the platform only${orMeant(lookup)}`;
    case 'unread':
      return `no component ${id}${unreadInWords(lookup, workspace, 'flow-component')}`;
    case 'none-here':
      return `no shared components in this workspace, so ${id} cannot be checked`;
    default:
      return undefined;
  }
}
