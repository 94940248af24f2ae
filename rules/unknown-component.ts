import type { Cursor } from '../server/core/cursor.ts';
import { didYouMeanIn, itemsBy, ownersOf } from '../server/core/domain/tools.ts';
import { defineRule, files, referencesTo } from '../server/core/engine/rule.ts';
import { didYouMean, show } from '../server/core/words.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';

const idKey = 'conversation_flow_component_id';

export default defineRule({
  id: 'unknown-component',
  severity: 'warning',
  needsEveryFile: true,
  summary: 'A node runs a component that its flow, or the workspace, does not hold.',
  why: `
    Where there is no component with the id, the conversation goes straight to the else edge, or nowhere. A component
    node enters a component: a local one of its own flow's \`components\`, or one that the account shares. Name a
    component that is there. Shared components are looked for among the files of the workspace; when all are kept there,
    say so with \`"complete": ["flow-component"]\` in the configuration.
  `,
  spec: 'domain',
  at: referencesTo('flow-component'),

  check(node, workspace) {
    const { components, facts } = workspace;
    const id = node.string();
    const owners = ownersOf(node);
    if (!id || owners.length === 0 || components.has(id)) return;
    if (node.sibling('component_type').value === 'local') {
      const lists = owners.map(owner => owner.get('components')).filter(list => list.isArray);
      if (lists.some(hasNameless)) return;
      if (lists.length === 0)
        return {
          severity: 'info',
          message: `this flow lists no components, so nothing shows what component ${show(id)} is`,
        };
      return {
        message: `no component of this flow has the id ${show(id)}, so the node has nothing to enter${didYouMeanIn(
          id,
          lists.map(list => itemsBy(idKey, list)),
        )}`,
      };
    }
    if (facts.complete.includes('flow-component'))
      return {
        severity: 'error',
        message:
          `component ${show(id)} does not exist: all components are in the workspace and none has this id` +
          didYouMean(id, components),
      };
    const isAnyKept = isAnyShared(workspace);
    return {
      severity: isAnyKept ? 'warning' : 'info',
      message: !isAnyKept
        ? `component ${show(id)} is in no file, and neither is any other shared component, so nothing can be said of it`
        : `component ${show(id)} is in no file; it may be kept on the platform alone${didYouMean(id, components)}`,
    };
  },

  examples: {
    invalid: [
      {
        files: files`
        -- desk.conversation-flow.json --
        {
          "nodes": [
            { "id": "pay", "type": "component", "component_id": "payment", "component_type": "local" },
                                                                ^^^^^^^^^
                                                | warning: no component of this flow has the id "payment", so the node
                                                | has nothing to enter; did you mean "payments"?
            { "id": "check", "type": "component", "component_id": "identiti", "component_type": "shared" }
                                                                  ^^^^^^^^^^
                                                | warning: component "identiti" is in no file; it may be kept on the
                                                | platform alone; did you mean "identity"?
          ],
          "components": [{ "conversation_flow_component_id": "payments", "name": "Payment", "nodes": [] }]
        }
        -- identity.flow-component.json --
        { "conversation_flow_component_id": "identity", "name": "Identity", "nodes": [] }
      `,
      },
      {
        files: files`
        -- desk.conversation-flow.json --
        { "nodes": [{ "id": "check", "type": "component", "component_id": "identity", "component_type": "shared" }] }
                                                                          ^^^^^^^^^^
                                                | info: component "identity" is in no file, and neither is any other
                                                | shared component, so nothing can be said of it
      `,
      },
      {
        files: files`
        -- preflight.config.json --
        { "complete": ["flow-component"] }
        -- desk.conversation-flow.json --
        { "nodes": [{ "id": "check", "type": "component", "component_id": "identity", "component_type": "shared" }] }
                                                                          ^^^^^^^^^^
                                                | component "identity" does not exist: all components are in the
                                                | workspace and none has this id
      `,
      },
    ],
    valid: [
      files`
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
    ],
  },
});

/** Whether the platform has yet to give a component of the list its id. */
const hasNameless = (list: Cursor): boolean =>
  list.document.memory.remember(hasNameless, list.value, () =>
    list.items().some(component => !component.get(idKey).string()),
  );

/** Whether a component is kept in a file of its own. */
const isAnyShared = (workspace: Workspace): boolean =>
  workspace.memory.remember(isAnyShared, undefined, () =>
    [...workspace.components.values()].some(([component]) => component!.document.kind === 'flow-component'),
  );
