import { isDrawn, writtenAttributes, type Element as Shown } from '../../../server/view/element.ts';

const svg = 'http://www.w3.org/2000/svg';
type Item = Shown | string;
/** What each node was made from. */
const made = new WeakMap<Node, Item>();

/**
 * Updates the children of a container with as few changes as possible, so that focus, scroll positions and unfolded
 * parts are kept.
 */
export function show(container: Element, children: readonly Item[]): void {
  const old = [...container.childNodes],
    keyedNodes = new Map<string, ChildNode>(),
    looseNodes: ChildNode[] = [];
  for (const node of old) {
    const key = keyOf(made.get(node));
    if (key === undefined) looseNodes.push(node);
    else keyedNodes.set(key, node);
  }
  const kept = new Set<ChildNode>();
  const next = children.map(child => {
    const key = keyOf(child),
      candidate =
        key === undefined
          ? looseNodes.find(node => !kept.has(node) && isLike(made.get(node), child))
          : keyedNodes.get(key);
    const node =
      candidate && !kept.has(candidate) && isLike(made.get(candidate), child)
        ? update(candidate, child)
        : create(child);
    kept.add(node);
    return node;
  });
  for (const node of old) if (!kept.has(node)) node.remove();
  next.forEach((node, at) => {
    if (container.childNodes[at] !== node) container.insertBefore(node, container.childNodes[at] ?? null);
  });
}

const keyOf = (item: Item | undefined): string | undefined => (typeof item === 'object' ? item.key : undefined);
const isLike = (before: Item | undefined, now: Item): boolean =>
  typeof before === 'object' && typeof now === 'object'
    ? before.tag === now.tag && before.key === now.key
    : typeof before === typeof now;

function create(item: Item): ChildNode {
  if (typeof item === 'string') {
    const text = document.createTextNode(item);
    made.set(text, item);
    return text;
  }
  const written = writtenAttributes(item),
    element = isDrawn(item.tag) ? document.createElementNS(svg, item.tag) : document.createElement(item.tag);
  for (const [name, value] of written) element.setAttribute(name, value);
  made.set(element, item);
  show(element, item.children);
  return element;
}

function update(node: ChildNode, item: Item): ChildNode {
  const before = made.get(node);
  // the identical object: a large drawing, while something beside it has changed
  if (before === item) return node;
  made.set(node, item);
  if (typeof item === 'string') {
    if (before !== item) node.nodeValue = item;
    return node;
  }
  const element = node as Element,
    former = new Map(typeof before === 'object' ? writtenAttributes(before) : []),
    is = new Map(writtenAttributes(item));
  // compared with what was shown before, not with the document: what the user has unfolded or typed since is kept
  for (const [name] of former) if (!is.has(name)) element.removeAttribute(name);
  for (const [name, value] of is) {
    if (former.get(name) === value) continue;
    element.setAttribute(name, value);
    if (name === 'value' && 'value' in element && element !== document.activeElement) element.value = value;
  }
  show(element, item.children);
  return element;
}
