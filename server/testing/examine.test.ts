import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { Document } from '../core/document.ts';
import { conclude, examine, lint, RuleSet, type Examined } from '../core/engine/lint.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { fixtureOf } from './fixture.ts';
import { corpus, corpusDocuments, openSample } from './samples.ts';

const set = new RuleSet(rules);
const seen = new Map<string, Examined | undefined>();

/** A text is checked once, whatever other files are there later. */
function examined({ file, text }: Document, { facts }: Workspace): Examined | undefined {
  const key = JSON.stringify([file, text, facts]);
  if (!seen.has(key)) seen.set(key, examine(new Document(file, text), facts, set));
  return seen.get(key);
}

/**
 * What was found while no other document was known is also found with all of them, or is known to be uncertain.
 * @returns how many hold
 */
function compare(workspace: Workspace): number {
  const held = workspace.documents.filter(document => {
    const known = examined(document, workspace),
      concluded = known && conclude(known, workspace);
    if (concluded) expect(concluded, document.file).toEqual(lint(document, workspace, set));
    return concluded;
  });
  return held.length;
}

test.each(rules.map(rule => [rule.id, rule] as const))('%s: its examples', (_, { examples }) => {
  for (const { files } of [...examples.invalid, ...examples.valid]) compare(fixtureOf(files).workspace);
});

const samples = (['clinic', 'broken'] as const).map(sample => openSample(sample).workspace);
test.each([0, 1])('a sample: much of it is not looked at again', i => {
  expect(compare(samples[i]!)).toBeGreaterThanOrEqual(samples[i]!.documents.length * 0.4);
});

const names =
  /agent_[a-z0-9]+|llm_[a-z0-9]+|conversation_flow_[a-z0-9]+|"prod"|"staging"|"latest"|\+1[0-9]+|\b[0-9]\b/g;
test('any files of the samples together, with names and numbers exchanged', () => {
  const texts = samples.flatMap(({ documents }) => documents.map(({ file, text }) => [file, text] as const));
  const words = [...new Set(texts.flatMap(([, text]) => text.match(names) ?? []))];
  let held = 0,
    again = 0;
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(texts.length - 1), { minLength: 1, maxLength: 12 }),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom(...words)), { maxLength: 6 }),
      (picked, changes) => {
        const files = new Map(picked.map(i => texts[i]!));
        for (const [which, place, word] of changes) {
          const [file, text] = [...files][which % files.size]!,
            places = [...text.matchAll(names)],
            at = places[place % Math.max(places.length, 1)];
          if (at) files.set(file, text.slice(0, at.index) + word + text.slice(at.index + at[0].length));
        }
        const workspace = new Workspace(
          [...files].map(([file, text]) => new Document(file, text)).filter(({ kind }) => kind),
        );
        const count = compare(workspace);
        held += count;
        again += workspace.documents.length - count;
      },
    ),
    { numRuns: 150 },
  );
  expect(Math.min(held, again)).toBeGreaterThan(100);
});

test.runIf(corpus)('the folder named by PREFLIGHT_CORPUS', () => {
  expect(compare(new Workspace(corpusDocuments().filter(({ kind }) => kind)))).toBeGreaterThan(0);
});
