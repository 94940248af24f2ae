import { isDrawn, writtenAttributes, type Element as Shown } from '../../../server/view/element.ts';

const svg = 'http://www.w3.org/2000/svg';
type Item = Shown | string;
/** The item from which each node was made. */
const items = new WeakMap<Node, Item>();

/**
 * Updates the children of a container with as few changes as possible, so that the focus, scroll positions and
 * unfolded parts are kept.
 */
export function show(container: Element, children: readonly Item[]): void {
  const oldNodes = [...container.childNodes],
    keyedNodes = new Map<string, ChildNode>(),
    looseNodes: ChildNode[] = [];
  for (const node of oldNodes) {
    const key = keyOf(items.get(node));
    if (key === undefined) looseNodes.push(node);
    else keyedNodes.set(key, node);
  }
  const keptNodes = new Set<ChildNode>();
  const shownNodes = children.map(child => {
    const key = keyOf(child),
      candidate =
        key === undefined
          ? looseNodes.find(node => !keptNodes.has(node) && isLike(items.get(node), child))
          : keyedNodes.get(key);
    const node =
      candidate && !keptNodes.has(candidate) && isLike(items.get(candidate), child)
        ? update(candidate, child)
        : create(child);
    keptNodes.add(node);
    return node;
  });
  for (const node of oldNodes) if (!keptNodes.has(node)) node.remove();
  shownNodes.forEach((node, i) => {
    if (container.childNodes[i] !== node) container.insertBefore(node, container.childNodes[i] ?? null);
  });
}

const keyOf = (item: Item | undefined): string | undefined => (typeof item === 'object' ? item.key : undefined);
const isLike = (oldItem: Item | undefined, newItem: Item): boolean =>
  typeof oldItem === 'object' && typeof newItem === 'object'
    ? oldItem.tag === newItem.tag && oldItem.key === newItem.key
    : typeof oldItem === typeof newItem;

function create(item: Item): ChildNode {
  if (typeof item === 'string') {
    const text = document.createTextNode(item);
    items.set(text, item);
    return text;
  }
  const attributes = writtenAttributes(item),
    element = isDrawn(item.tag) ? document.createElementNS(svg, item.tag) : document.createElement(item.tag);
  for (const [name, value] of attributes) element.setAttribute(name, value);
  items.set(element, item);
  show(element, item.children);
  return element;
}

function update(node: ChildNode, item: Item): ChildNode {
  const oldItem = items.get(node);
  // an unchanged object, such as a large drawing, needs no update
  if (oldItem === item) return node;
  items.set(node, item);
  if (typeof item === 'string') {
    if (oldItem !== item) node.nodeValue = item;
    return node;
  }
  const element = node as Element,
    oldAttributes = new Map(typeof oldItem === 'object' ? writtenAttributes(oldItem) : []),
    attributes = new Map(writtenAttributes(item));
  // attributes are compared with the last item and not with the document, to keep what the user has unfolded or typed
  // since
  for (const [name] of oldAttributes) if (!attributes.has(name)) element.removeAttribute(name);
  for (const [name, value] of attributes) {
    if (oldAttributes.get(name) === value) continue;
    element.setAttribute(name, value);
    if (name === 'value' && 'value' in element && element !== document.activeElement) element.value = value;
  }
  show(element, item.children);
  return element;
}
