import { elseLoops } from '../server/core/domain/else-loops.ts';
import { endlessLoops, flowOf } from '../server/core/domain/flows.ts';
import { monologuesIn } from '../server/core/domain/monologues.ts';
import { clipped, defineRule, listed, show, type Cursor, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'endless-loop',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  at: { 'flow-component': '', 'conversation-flow': '' },

  *check(place) {
    const flow = flowOf(place);
    for (const loop of flow.automatic.size === 0 ? [] : endlessLoops(flow))
      yield unheardProblem(
        loop.map(id => place.get('nodes').get(flow.nodes.get(id)!)),
        ' forever',
      );
    const monologues = monologuesIn(place);
    for (const loop of monologues) yield unheardProblem(loop, '');
    const inMonologues = new Set(monologues.flatMap(loop => loop.map(node => node.pointer)));
    for (const { branch, way, reads } of flow.automatic.size === 0 ? [] : elseLoops(place)) {
      if (inMonologues.has(branch.pointer)) continue;
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

function unheardProblem(loop: readonly Cursor[], forever: string): Problem {
  const [first, ...rest] = loop,
    ids = loop.map(node => show(node.get('id').value));
  return {
    at: first!.get('id'),
    message:
      rest.length === 0
        ? `node ${ids[0]} loops back to itself${forever} without waiting for the caller`
        : `nodes ${listed(ids, 'and', 3)} loop${forever} without waiting for the caller`,
    related: rest.map(node => ({ at: node.get('id'), message: 'also in the loop' })),
  };
}
