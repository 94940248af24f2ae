/**
 * The groups of nodes that all lead to each other (Tarjan's algorithm, without recursion). A group comes after the
 * groups to which it leads.
 */
export function stronglyConnected(
  nodes: Iterable<string>,
  next: (node: string) => readonly string[],
): readonly ReadonlySet<string>[] {
  const groups: Set<string>[] = [],
    order = new Map<string, number>(),
    low = new Map<string, number>(),
    open = new Set<string>(),
    stack: string[] = [];
  for (const root of nodes) {
    if (order.has(root)) continue;
    const path = [enter(root)];
    for (let at = path.at(-1); at; at = path.at(-1)) {
      const to = at.left.pop();
      if (to !== undefined) {
        if (!order.has(to)) path.push(enter(to));
        else if (open.has(to)) low.set(at.node, Math.min(low.get(at.node)!, order.get(to)!));
        continue;
      }
      path.pop();
      const above = path.at(-1)?.node,
        lowest = low.get(at.node)!;
      if (above !== undefined) low.set(above, Math.min(low.get(above)!, lowest));
      if (lowest === order.get(at.node)) groups.push(closed(at.node));
    }
  }
  return groups;

  function enter(node: string): { readonly node: string; readonly left: string[] } {
    low.set(node, order.size);
    order.set(node, order.size);
    open.add(node);
    stack.push(node);
    return { node, left: [...next(node)] };
  }
  /** Pops a group from the stack: a node and everything after it. */
  function closed(node: string): Set<string> {
    const group = new Set<string>();
    for (let one = stack.pop(); one !== undefined; one = one === node ? undefined : stack.pop()) {
      open.delete(one);
      group.add(one);
    }
    return group;
  }
}
