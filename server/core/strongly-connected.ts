/**
 * The groups of nodes that can all reach each other (Tarjan's algorithm, without recursion). A group comes after the
 * groups that it reaches.
 */
export function stronglyConnected(
  nodes: Iterable<string>,
  next: (node: string) => readonly string[],
): readonly ReadonlySet<string>[] {
  const groups: Set<string>[] = [],
    order = new Map<string, number>(),
    lowestIndex = new Map<string, number>(),
    onStack = new Set<string>(),
    stack: string[] = [];
  for (const root of nodes) {
    if (order.has(root)) continue;
    const path = [enter(root)];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const next = top.left.pop();
      if (next !== undefined) {
        if (!order.has(next)) path.push(enter(next));
        else if (onStack.has(next)) lowestIndex.set(top.node, Math.min(lowestIndex.get(top.node)!, order.get(next)!));
        continue;
      }
      path.pop();
      const parent = path.at(-1)?.node,
        lowestInGroup = lowestIndex.get(top.node)!;
      if (parent !== undefined) lowestIndex.set(parent, Math.min(lowestIndex.get(parent)!, lowestInGroup));
      if (lowestInGroup === order.get(top.node)) groups.push(popGroup(top.node));
    }
  }
  return groups;

  function enter(node: string): { readonly node: string; readonly left: string[] } {
    lowestIndex.set(node, order.size);
    order.set(node, order.size);
    onStack.add(node);
    stack.push(node);
    return { node, left: [...next(node)] };
  }
  /** Pops a group from the stack: a node and all nodes after it. */
  function popGroup(node: string): Set<string> {
    const group = new Set<string>();
    for (let leader = stack.pop(); leader !== undefined; leader = leader === node ? undefined : stack.pop()) {
      onStack.delete(leader);
      group.add(leader);
    }
    return group;
  }
}
