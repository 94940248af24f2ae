import { expect, test } from 'vitest';
import { h, htmlOf, textOf, type Attributes, type Tag } from './element.ts';

test('texts and values are escaped', () => {
  expect(
    htmlOf(h('p', { title: '"><script>', hidden: true, id: undefined }, '<b>&', 0, null, [false, h('b', {}, "'")])),
  ).toBe('<p title="&#34;&#62;&#60;script&#62;" hidden>&#60;b&#62;&#38;0<b>&#39;</b></p>');
});
test('tags and attributes that could run, load or style something are refused', () => {
  for (const name of ['onclick', 'onError', 'href', 'src', 'style', 'srcdoc', 'formaction', 'a b', '"x'])
    expect(() => htmlOf(h('p', { [name]: 'x' } as Attributes)), name).toThrow(/is not allowed in a page/);
  for (const tag of ['script', 'iframe', 'img', 'style', 'base', 'form', 'a'])
    expect(() => htmlOf(h(tag as Tag)), tag).toThrow(/is not allowed in a page/);
});
test('the text for a screen reader has one line per block', () => {
  expect(
    textOf(
      h(
        'div',
        {},
        h('h1', {}, 'A'),
        h('p', {}, h('span', { 'aria-hidden': 'true' }, '✓'), 'b ', h('b', {}, 'c')),
        h('table', {}, h('tr', {}, h('td', {}, '1'), h('td', {}, '2'))),
      ),
    ),
  ).toBe('A\nb c\n1 | 2');
});
