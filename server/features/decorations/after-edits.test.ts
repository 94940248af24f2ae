import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rules } from '../../../rules/index.ts';
import { Document } from '../../core/document.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import { fixtureOf } from '../../testing/fixture.ts';
import { openSample } from '../../testing/samples.ts';
import type { DocumentContext } from '../context.ts';
import { documentSymbols } from '../navigation/document-symbols.ts';
import { inlayHints } from './inlay-hints.ts';
import { semanticTokens } from './semantic-tokens.ts';

const examples = rules.flatMap(({ examples: { invalid } }) =>
  invalid.flatMap(({ files }) => fixtureOf(files).workspace.documents),
);
const documents = [...examples, ...openSample('clinic').workspace.documents].filter(
  ({ valid, text }) => valid && text.length > 200,
);

function shown(document: Document): unknown[] {
  const workspace = new Workspace([document]),
    context: DocumentContext = { workspace, saved: workspace, document },
    half = document.text.length >> 1;
  return [
    semanticTokens(context),
    semanticTokens(context, { start: half, end: half + 200 }),
    inlayHints({ ...context, range: { start: half, end: document.text.length } }),
    documentSymbols(context),
  ];
}

const pieces = ['', '', 'x', '"', '1', '{}', '{"id": "x"},', '"notes": null,', '"nodes": [{}],', ',', '\n', '{{name}}'];
const edits = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(2), fc.constantFrom(...pieces)), {
  minLength: 1,
  maxLength: 5,
});

test('whatever is edited, tokens, hints and the outline are those of a new document', () => {
  fc.assert(
    fc.property(fc.constantFrom(...documents), edits, (of, changes) => {
      let document = new Document(of.file, of.text);
      void [document.value, document.parsed];
      for (const [at, length, text] of changes) {
        const start = Math.floor(at * document.text.length),
          removed = document.text.slice(start, start + length);
        for (const change of [
          { start, end: start + removed.length, text },
          { start, end: start + text.length, text: removed },
          { start, end: start + removed.length, text },
        ]) {
          document = document.edited([change]);
          expect(shown(document)).toEqual(shown(new Document(document.file, document.text)));
        }
      }
    }),
    { numRuns: 100 },
  );
});
