/**
 * The groups of nodes that can all reach each other (Tarjan's algorithm, without recursion). A group comes after the
 * groups that it reaches.
 */
export function stronglyConnected(
  nodes: Iterable<string>,
  next: (node: string) => readonly string[],
): readonly ReadonlySet<string>[] {
  const groups: Set<string>[] = [],
    indexByNode = new Map<string, number>(),
    lowestIndex = new Map<string, number>(),
    onStack = new Set<string>(),
    stack: string[] = [];
  for (const root of nodes) {
    if (indexByNode.has(root)) continue;
    const path = [enter(root)];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const next = top.remainingNodes.pop();
      if (next !== undefined) {
        if (!indexByNode.has(next)) path.push(enter(next));
        else if (onStack.has(next))
          lowestIndex.set(top.node, Math.min(lowestIndex.get(top.node)!, indexByNode.get(next)!));
        continue;
      }
      path.pop();
      const parent = path.at(-1)?.node,
        lowestInGroup = lowestIndex.get(top.node)!;
      if (parent !== undefined) lowestIndex.set(parent, Math.min(lowestIndex.get(parent)!, lowestInGroup));
      if (lowestInGroup === indexByNode.get(top.node)) groups.push(popGroup(top.node));
    }
  }
  return groups;

  function enter(node: string): { readonly node: string; readonly remainingNodes: string[] } {
    lowestIndex.set(node, indexByNode.size);
    indexByNode.set(node, indexByNode.size);
    onStack.add(node);
    stack.push(node);
    return { node, remainingNodes: [...next(node)] };
  }
  /** Pops a group from the stack: a node and all nodes after it. */
  function popGroup(node: string): Set<string> {
    const group = new Set<string>();
    for (let member = stack.pop(); member !== undefined; member = member === node ? undefined : stack.pop()) {
      onStack.delete(member);
      group.add(member);
    }
    return group;
  }
}
