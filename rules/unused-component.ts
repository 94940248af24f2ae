import type { Document } from '../server/core/document.ts';
import { defineRule, files, type At } from '../server/core/engine/rule.ts';
import { collect } from '../server/core/workspace/workspace.ts';
import { nearest, show } from '../server/core/wording.ts';

const entering: At = { 'component-node': '/component_id' },
  components: At = { 'conversation-flow': '/components/*/conversation_flow_component_id' };

export default defineRule({
  id: 'unused-component',
  group: 'flows',
  severity: 'info',
  summary: 'A component of a flow is never used.',
  why: `
    No node of the flow runs the component. Usually the node was removed, or now uses a shared component. Add a node
    of type \`component\`, or remove it.
  `,
  spec: 'domain',
  shows: 'unnecessary',
  at: { 'conversation-flow': '/components/*' },

  check(component) {
    const id = component.get('conversation_flow_component_id');
    if (!id.string() || enteredIn(component.document).has(id.value) || meantIn(component.document).has(id.value))
      return undefined;
    const name = component.get('name').string();
    return {
      at: id,
      message: `component ${name ? show(name) : show(id.value)} is not used by any node of this flow`,
    };
  },

  examples: {
    invalid: files`
      -- desk.conversation-flow.json --
      {
        "nodes": [{ "id": "bye", "type": "end" }],
        "components": [
          {
            "conversation_flow_component_id": "component_verify",
                                              ^^^^^^^^^^^^^^^^^^ info: component "Verify" is not used by any node of
                                              | this flow
            "name": "Verify",
            "nodes": [{ "id": "done", "type": "end" }]
          }
        ]
      }
    `,
    valid: files`
      -- desk.conversation-flow.json --
      {
        "nodes": [
          {
            "id": "verify", "type": "component", "component_id": "component_verify",
            "component_type": "local",
            "else_edge": { "id": "edge_1", "transition_condition": { "type": "prompt", "prompt": "Else" }, "destination_node_id": "bye" }
          },
          { "id": "bye", "type": "end" }
        ],
        "components": [
          { "conversation_flow_component_id": "component_verify", "name": "Verify", "nodes": [{ "id": "done", "type": "end" }] }
        ]
      }
      -- misspelled.conversation-flow.json --
      {
        "nodes": [
          {
            "id": "verify", "type": "component", "component_id": "component_verfy",
            "component_type": "local",
            "else_edge": { "id": "edge_1", "transition_condition": { "type": "prompt", "prompt": "Else" }, "destination_node_id": "bye" }
          },
          { "id": "bye", "type": "end" }
        ],
        "components": [
          { "conversation_flow_component_id": "component_verify", "name": "Verify", "nodes": [{ "id": "done", "type": "end" }] }
        ]
      }
    `,
  },
});

/** The components that nodes of a file enter, by id. */
const enteredIn = (document: Document): ReadonlySet<unknown> =>
  document.memory.remember(enteredIn, document, () => valuesAt(entering, document));

/** The components that nodes name with a typo, which is reported there. */
const meantIn = (document: Document): ReadonlySet<unknown> =>
  document.memory.remember(meantIn, document, () => {
    const ids = new Set([...valuesAt(components, document)].filter(id => typeof id === 'string'));
    const misspelled = [...enteredIn(document)].filter(name => typeof name === 'string' && !ids.has(name));
    return new Set(misspelled.map(name => nearest(name as string, ids)));
  });

const valuesAt = (at: At, document: Document): ReadonlySet<unknown> =>
  new Set(collect(document, at).map(({ value }) => value));
