import { elseLoops } from '../server/core/domain/else-loops.ts';
import { endlessLoops, flowOf } from '../server/core/domain/flows.ts';
import { defineRule } from '../server/core/engine/rule.ts';
import { clipped, listed, show } from '../server/core/wording.ts';

export default defineRule({
  id: 'endless-loop',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  at: { 'flow-component': '', 'conversation-flow': '' },

  *check(place) {
    const flow = flowOf(place);
    if (flow.automatic.size === 0) return;
    for (const loop of endlessLoops(flow)) {
      const [first, ...rest] = loop.map(id => place.get('nodes').get(flow.nodes.get(id)!));
      yield {
        at: first!.get('id'),
        message:
          rest.length === 0
            ? `node ${show(loop[0])} loops back to itself forever without waiting for the caller`
            : `nodes ${listed(
                loop.map(id => show(id)),
                'and',
                3,
              )} loop forever without waiting for the caller`,
        related: rest.map(node => ({ at: node.get('id'), message: 'also in the loop' })),
      };
    }
    for (const { branch, way, reads } of elseLoops(place)) {
      const names = listed(
        reads.map(name => `{{${clipped(name)}}}`),
        'and',
        2,
      );
      yield {
        at: branch.get('id'),
        message: `else of branch ${show(branch.get('id').value)} leads back to it, and nothing on the way changes ${names}`,
        related: way.map(node => ({ at: node.get('id'), message: 'on the way' })),
      };
    }
  },
});
