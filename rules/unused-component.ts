import type { Document } from '../server/core/document.ts';
import { collect } from '../server/core/workspace/workspace.ts';
import { defineRule, nearest, show, type PlaceSelector } from '../server/core/engine/rule.ts';

const componentEntry: PlaceSelector = { 'component-node': '/component_id' },
  components: PlaceSelector = { 'conversation-flow': '/components/*/conversation_flow_component_id' };

export default defineRule({
  id: 'unused-component',
  group: 'flows',
  severity: 'info',
  spec: 'domain',
  shows: 'unnecessary',
  at: { 'conversation-flow': '/components/*' },

  check(component) {
    const id = component.get('conversation_flow_component_id');
    if (!id.string() || idsUsedIn(component.document).has(id.value) || idsMeantIn(component.document).has(id.value))
      return undefined;
    const name = component.get('name').string();
    return {
      at: id,
      message: `component ${name ? show(name) : show(id.value)} is not used by any node of this flow`,
    };
  },
});

/** The ids of the components that nodes of a file enter. */
const idsUsedIn = (document: Document): ReadonlySet<unknown> =>
  document.memory.remember(idsUsedIn, document, () => valuesAt(componentEntry, document));

/** The components that misspelled ids in nodes most likely mean. */
const idsMeantIn = (document: Document): ReadonlySet<unknown> =>
  document.memory.remember(idsMeantIn, document, () => {
    const ids = new Set([...valuesAt(components, document)].filter(id => typeof id === 'string'));
    const unknownComponents = [...idsUsedIn(document)].filter(name => typeof name === 'string' && !ids.has(name));
    return new Set(unknownComponents.map(name => nearest(name as string, ids)));
  });

const valuesAt = (selector: PlaceSelector, document: Document): ReadonlySet<unknown> =>
  new Set(collect(document, selector).map(({ value }) => value));
