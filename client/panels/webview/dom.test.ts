import { afterAll, beforeAll, expect, test } from 'vitest';
import { show } from './dom.ts';
import { h, withKey } from '../../../server/view/element.ts';

/** A minimal DOM that shows which nodes are kept. */
class FakeNode {
  childNodes: FakeNode[] = [];
  parent: FakeNode | undefined;
  nodeValue: string | null = null;
  readonly attributes = new Map<string, string>();
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  setAttribute(name: string, value: string): void {
    this.attributes.set(name, value);
  }
  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }
  remove(): void {
    if (this.parent) this.parent.childNodes = this.parent.childNodes.filter(node => node !== this);
    this.parent = undefined;
  }
  insertBefore(node: FakeNode, before: FakeNode | null): void {
    node.remove();
    this.childNodes.splice(before ? this.childNodes.indexOf(before) : this.childNodes.length, 0, node);
    node.parent = this;
  }
  get text(): string {
    return this.nodeValue ?? this.childNodes.map(node => node.text).join('');
  }
}
const before = Object.getOwnPropertyDescriptor(globalThis, 'document');
beforeAll(() => {
  const text = (value: string): FakeNode => Object.assign(new FakeNode('#text'), { nodeValue: value });
  Object.defineProperty(globalThis, 'document', {
    configurable: true,
    value: {
      createTextNode: text,
      createElement: (name: string) => new FakeNode(name),
      createElementNS: (space: string, name: string) => new FakeNode(`${space.split('/').at(-1)!}:${name}`),
      activeElement: null,
    },
  });
});
afterAll(() => {
  if (before) Object.defineProperty(globalThis, 'document', before);
  else Reflect.deleteProperty(globalThis, 'document');
});

const container = (): FakeNode => new FakeNode('main');
const drawIn = (node: FakeNode, ...children: Parameters<typeof show>[1]): void =>
  show(node as unknown as Element, children);

test('a node is kept if its content is the same', () => {
  const page = container();
  drawIn(page, h('p', { class: 'a' }, 'one'), h('p', {}, 'two'));
  const [first, second] = page.childNodes;
  drawIn(page, h('p', { class: 'b' }, 'one'), h('p', {}, 'three'));
  expect(page.childNodes[0]).toBe(first);
  expect(page.childNodes[1]).toBe(second);
  expect([first!.attributes.get('class'), page.text]).toEqual(['b', 'onethree']);
});
test('an element with a key is kept when it moves', () => {
  const page = container(),
    row = (key: string) => withKey(key, h('li', {}, key));
  drawIn(page, row('a'), row('b'), row('c'));
  const [a, b, c] = page.childNodes;
  drawIn(page, row('c'), row('x'), row('a'));
  expect(page.childNodes.map(node => node.text)).toEqual(['c', 'x', 'a']);
  expect([page.childNodes[0], page.childNodes[2]]).toEqual([c, a]);
  expect(page.childNodes).not.toContain(b);
});
test('two elements with the same key are both shown', () => {
  const page = container();
  drawIn(page, withKey('a', h('li', {}, '1')), withKey('a', h('li', {}, '2')));
  drawIn(page, withKey('a', h('li', {}, '3')), withKey('a', h('li', {}, '4')));
  expect(page.childNodes.map(node => node.text)).toEqual(['3', '4']);
});
test('unfolded details and typed text are kept as long as their content is unchanged', () => {
  const page = container(),
    fold = (words: string, open: boolean) => withKey('fold', h('details', { open }, words));
  drawIn(page, fold('one', true));
  page.childNodes[0]!.removeAttribute('open');
  drawIn(page, fold('two', true));
  expect([page.childNodes[0]!.attributes.has('open'), page.text]).toEqual([false, 'two']);
});
test('an element with another name replaces the old element', () => {
  const page = container();
  drawIn(page, h('p', {}, 'one'), 'text');
  drawIn(page, 'text', h('svg', {}, h('rect')), h('ul', {}));
  expect(page.childNodes.map(node => node.name)).toEqual(['#text', 'svg:svg', 'ul']);
});
