import { componentName } from '../server/core/workspace/names.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { defineRule, set, show, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'component-of-other-type',
  group: 'references',
  severity: 'warning',
  spec: 'domain',
  replaces: ['unknown-component'],
  at: { 'component-node': '/component_id' },
  when: () => value => typeof value === 'string' && value !== '',

  check(node, workspace) {
    const type = node.sibling('component_type'),
      id = node.string()!,
      isLocal = localComponentIds(node).has(id);
    const isShared = hasShared(id, workspace);
    if (type.value === 'shared' && isLocal && !isShared)
      return {
        message: `${node.label}: ${show(componentName(id, workspace))} is a component of this flow, but component_type is "shared"`,
        fix: set(type, 'local', { title: 'Use component_type "local"' }),
      };
    if (type.value === 'local' && !isLocal && isShared)
      return {
        message: `${node.label}: ${show(componentName(id, workspace))} is a shared component, but component_type is "local"`,
        fix: set(type, 'shared', { title: 'Use component_type "shared"' }),
      };
    return undefined;
  },
});

/**
 * Whether a shared component is in the workspace. `workspace.components` includes the local components of flows, which
 * do not count.
 */
const hasShared = (id: string, workspace: Workspace): boolean =>
  workspace.components.get(id)?.some(component => !component.parent?.within('conversation-flow')) === true;

const noNames: ReadonlySet<string> = new Set();
function localComponentIds(node: Cursor): ReadonlySet<string> {
  const flow = node.within('conversation-flow');
  return flow ? flow.remember(localComponentIds, () => idsOf(flow)) : noNames;
}
const idsOf = (flow: Cursor): ReadonlySet<string> =>
  new Set(
    flow
      .get('components')
      .items()
      .flatMap(component => component.get('conversation_flow_component_id').string() || []),
  );
