import type { Cursor } from '../server/core/cursor.ts';
import { set } from '../server/core/engine/fixes.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { show } from '../server/core/wording.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';

export default defineRule({
  id: 'component-of-other-type',
  group: 'references',
  severity: 'warning',
  summary: 'A node names a local component as shared, or a shared one as local.',
  why: `
    \`component_type\` says where the component is looked up: \`local\` in \`components\` of the flow, \`shared\` among those
    of the account. In the other place it is not found, so the conversation takes the else edge or goes nowhere.
  `,
  spec: 'domain',
  replaces: ['unknown-component'],
  at: { 'component-node': '/component_id' },
  when: () => value => typeof value === 'string' && value !== '',

  check(node, workspace) {
    const type = node.sibling('component_type'),
      id = node.string()!,
      local = localIn(node).has(id);
    const isShared = hasShared(id, workspace);
    if (type.value === 'shared' && local && !isShared)
      return {
        message: `${node.label}: ${show(id)} is a component of this flow, but component_type is "shared"`,
        fix: set(type, 'local', { title: 'Use component_type "local"' }),
      };
    if (type.value === 'local' && !local && isShared)
      return {
        message: `${node.label}: ${show(id)} is a shared component, but component_type is "local"`,
        fix: set(type, 'shared', { title: 'Use component_type "shared"' }),
      };
    return undefined;
  },

  examples: {
    invalid: files`
      -- desk.conversation-flow.json --
      {
        "nodes": [
          { "id": "pay", "type": "component", "component_id": "payment", "component_type": "shared" },
                                                              ^^^^^^^^^
                                              | warning: component_id: "payment" is a component of this flow, but
                                              | component_type is "shared"
       => { "id": "pay", "type": "component", "component_id": "payment", "component_type": "local" },
          { "id": "check", "type": "component", "component_id": "identity", "component_type": "local" }
                                                                ^^^^^^^^^^
                                              | warning: component_id: "identity" is a shared component, but
                                              | component_type is "local"
       => { "id": "check", "type": "component", "component_id": "identity", "component_type": "shared" }
        ],
        "components": [{ "conversation_flow_component_id": "payment", "name": "Payment", "nodes": [] }]
      }
      -- identity.flow-component.json --
      { "conversation_flow_component_id": "identity", "name": "Identity", "nodes": [] }
    `,
    valid: files`
      -- desk.conversation-flow.json --
      {
        "nodes": [
          { "id": "pay", "type": "component", "component_id": "payment", "component_type": "local" },
          { "id": "check", "type": "component", "component_id": "identity", "component_type": "shared" },
          { "id": "else", "type": "component", "component_id": "elsewhere", "component_type": "shared" },
          { "id": "none", "type": "component", "component_id": "elsewhere", "component_type": "local" }
        ],
        "components": [{ "conversation_flow_component_id": "payment", "name": "Payment", "nodes": [] }]
      }
      -- identity.flow-component.json --
      { "conversation_flow_component_id": "identity", "name": "Identity", "nodes": [] }
    `,
  },
});

/** Those of a flow are among all components too. */
const hasShared = (id: string, workspace: Workspace): boolean =>
  workspace.components.get(id)?.some(component => !component.parent?.within('conversation-flow')) === true;

const none: ReadonlySet<string> = new Set();
function localIn(node: Cursor): ReadonlySet<string> {
  const flow = node.within('conversation-flow');
  return flow ? flow.remember(localIn, () => idsOf(flow)) : none;
}
const idsOf = (flow: Cursor): ReadonlySet<string> =>
  new Set(
    flow
      .get('components')
      .items()
      .flatMap(component => component.get('conversation_flow_component_id').string() || []),
  );
