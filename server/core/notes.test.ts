import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { fixtureOf } from '../testing/fixture.ts';
import { openSample } from '../testing/samples.ts';
import { Document } from './document.ts';
import { lint, RuleSet } from './engine/lint.ts';
import { Workspace } from './workspace/workspace.ts';

const ruleSet = new RuleSet(rules);
const examples = rules.flatMap(({ examples: { invalid } }) =>
  invalid.flatMap(({ files }) => fixtureOf(files).workspace.documents),
);
const documents = [...examples, ...openSample('clinic').workspace.documents].filter(
  ({ valid, text }) => valid && text.length > 200,
);

/** Whom a walk calls for which places, in order, and what it says the schemas refuse. */
function walked(document: Document): unknown[] {
  return (document.certain?.roots ?? []).map(root => {
    const calls: unknown[] = [];
    const refused = ruleSet.dispatch.walk(root, ({ id }, at) => calls.push([id, at.pointer, at.value, at.shapes]));
    return { calls, refused };
  });
}
const found = (document: Document): string[] =>
  lint(document, new Workspace([document]), ruleSet).map(finding => JSON.stringify(finding));

const pieces = [
  '',
  '',
  'x',
  '"',
  '1',
  '{}',
  '{"id": "x"},',
  '"notes": null,',
  ',',
  '\n',
  ' [',
  'YOUR_NAME ',
  '{{name}}',
];
const edits = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(2), fc.constantFrom(...pieces)), {
  minLength: 1,
  maxLength: 5,
});

test('whatever is edited, a walk calls and refuses as in a new document, and the same is found', () => {
  fc.assert(
    fc.property(fc.constantFrom(...documents), edits, (of, changes) => {
      let document = new Document(of.file, of.text);
      void [document.value, document.parsed];
      for (const [at, length, text] of changes) {
        const start = Math.floor(at * document.text.length),
          removed = document.text.slice(start, start + length);
        // people take back what they broke
        for (const change of [
          { start, end: start + removed.length, text },
          { start, end: start + text.length, text: removed },
          { start, end: start + removed.length, text },
        ]) {
          document = document.edited([change]);
          const fresh = new Document(document.file, document.text);
          expect(walked(document)).toEqual(walked(fresh));
          expect(found(document)).toEqual(found(fresh));
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('only the item that is edited is looked through again', () => {
  const nodes = Array.from({ length: 10 }, (_, i) => ({
    id: `node_${i}`,
    type: 'conversation',
    display_position: { x: i, y: 0 },
  }));
  let document = new Document('a.flow-component.json', JSON.stringify({ name: 'Desk', nodes }, null, 1));
  void [document.value, document.parsed];
  const edit = (from: string, to: string): void => {
    const start = document.text.indexOf(from);
    document = document.edited([{ start, end: start + from.length, text: to }]);
  };
  edit('node_3', 'node_three');
  found(document);
  edit('node_7', 'node_seven');
  const looked: number[] = [];
  const { nodes: items } = document.value as { nodes: typeof nodes };
  for (const [i, item] of items.entries())
    Object.defineProperty(item.display_position, 'x', { get: () => (looked.push(i), i), enumerable: true });
  ruleSet.dispatch.walk(document.roots[0]!, () => undefined);
  expect([...new Set(looked)]).toEqual([7]);
});
