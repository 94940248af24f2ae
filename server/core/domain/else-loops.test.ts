import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Document } from '../document.ts';
import { elseLoops } from './else-loops.ts';

interface Random {
  readonly type: 'branch' | 'conversation' | 'extract_dynamic_variables' | 'end';
  /** The variable that a branch reads or an extraction sets. */
  readonly variable: 'a' | 'b' | 'c';
  /** The indices of the nodes to which the edges lead. A branch uses only the first, for its else edge. */
  readonly nextIndices: readonly number[];
}
const condition = (name: string): object => ({
  type: 'equation',
  equations: [{ left: `{{${name}}}`, operator: '==', right: 'yes' }],
});
const nodeOf = ({ type, variable, nextIndices }: Random, index: number): object => ({
  id: `n${index}`,
  type,
  ...(type === 'branch'
    ? {
        edges: [{ id: `y${index}`, transition_condition: condition(variable), destination_node_id: 'bye' }],
        else_edge: { id: `e${index}`, destination_node_id: `n${nextIndices[0]}` },
      }
    : { edges: nextIndices.map((id, i) => ({ id: `e${index}-${i}`, destination_node_id: `n${id}` })) }),
  ...(type === 'extract_dynamic_variables' && { variables: [{ type: 'string', name: variable, description: 'x' }] }),
});
const flowOf = (nodes: readonly object[]) =>
  new Document('x.conversation-flow.json', JSON.stringify({ nodes: [...nodes, { id: 'bye', type: 'end' }] })).roots[0]!;

/** The expected loops, found by following all paths from each branch. */
function expectedLoops(nodes: readonly Random[]): string[] {
  const nextIndices = ({ type, nextIndices }: Random): readonly number[] =>
    type === 'branch' ? nextIndices.slice(0, 1) : nextIndices;
  const reachableFrom = (start: number): Set<number> => {
    const visited = new Set<number>();
    const walk = (index: number): void => {
      for (const next of nextIndices(nodes[index]!)) {
        if (visited.has(next)) continue;
        visited.add(next);
        walk(next);
      }
    };
    walk(start);
    return visited;
  };
  const names = new Set<number>();
  return nodes.flatMap(({ type }, start) => {
    const loopIndices = reachableFrom(start),
      loopNodes = [...loopIndices].map(index => nodes[index]!);
    const isLoop =
      type === 'branch' &&
      loopIndices.has(start) &&
      [...loopIndices].every(index => nodes[index]!.type !== 'end' && reachableFrom(index).has(start)) &&
      !loopNodes.some(
        node =>
          node.type === 'branch' && loopNodes.some(other => other.type[1] === 'x' && other.variable === node.variable),
      );
    if (!isLoop || names.has(start)) return [];
    loopIndices.forEach(index => names.add(index));
    return [`n${start}`];
  });
}

test('the loops are the same as those found by following all paths', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 8 }).chain(size =>
        fc.array(
          fc.record({
            type: fc.constantFrom('branch', 'branch', 'conversation', 'extract_dynamic_variables', 'end'),
            variable: fc.constantFrom('a', 'b', 'c'),
            nextIndices: fc.array(fc.nat({ max: size - 1 }), { minLength: 1, maxLength: 2 }),
          }) as fc.Arbitrary<Random>,
          { minLength: size, maxLength: size },
        ),
      ),
      nodes => {
        const ends = nodes.map((node, i) => (node.type === 'end' ? { id: `n${i}`, type: 'end' } : nodeOf(node, i)));
        const result = elseLoops(flowOf(ends)).map(({ branch }) => branch.get('id').string());
        expect(result.sort()).toEqual(expectedLoops(nodes).sort());
      },
    ),
    { numRuns: 2000 },
  ));

test('15,000 branches, each with an else edge to the next branch, are one loop', () => {
  const size = 15_000;
  const chain = Array.from({ length: size }, (_, i) =>
    nodeOf(
      {
        type: i % 2 ? 'branch' : 'extract_dynamic_variables',
        variable: i % 2 ? 'a' : 'b',
        nextIndices: [(i + 1) % size],
      },
      i,
    ),
  );
  const flow = flowOf(chain);
  expect(elseLoops(flow).map(({ branch, otherNodes }) => [branch.get('id').value, otherNodes.length])).toEqual([
    ['n1', size - 1],
  ]);
});

test('a conversation node with tools breaks a loop, because it may set a variable or leave the loop', () => {
  const loops = (fields: object): number => {
    const place = flowOf([
      nodeOf({ type: 'branch', variable: 'a', nextIndices: [1] }, 0),
      { ...nodeOf({ type: 'conversation', variable: 'a', nextIndices: [0] }, 1), ...fields },
    ]);
    return elseLoops(place).length;
  };
  expect([{}, { tools: [] }, { tools: [{ type: 'end_call', name: 'bye' }] }, { tool_ids: ['t'] }].map(loops)).toEqual([
    1, 1, 0, 0,
  ]);
});
