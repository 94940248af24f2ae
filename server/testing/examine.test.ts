import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { Document } from '../core/document.ts';
import { conclude, examine, lint, RuleSet } from '../core/engine/lint.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { fixtureOf } from './fixture.ts';
import { openSample } from './samples.ts';

const set = new RuleSet(rules);

/** Each document is looked at while nothing else is known, and only where that does not hold, in its workspace. */
function compare(open: () => Workspace): { readonly held: number; readonly all: number } {
  const workspace = open();
  const examined = open().documents.map(document => examine(document, workspace.facts, set));
  let held = 0;
  for (const [i, document] of workspace.documents.entries()) {
    const concluded = examined[i] && conclude(examined[i], workspace);
    if (!concluded) continue;
    held++;
    expect(concluded, document.file).toEqual(lint(document, workspace, set));
  }
  return { held, all: workspace.documents.length };
}

test.each(rules.map(rule => [rule.id, rule] as const))('%s: its examples', (_, { examples }) => {
  for (const text of [...examples.invalid.map(({ files }) => files), ...examples.valid])
    compare(() => fixtureOf(text).workspace);
});

test.each(['clinic', 'broken'] as const)('the sample %s', sample => {
  console.log(compare(() => openSample(sample).workspace));
});

const corpus = process.env['PREFLIGHT_CORPUS'];
test.runIf(corpus)('the folder named by PREFLIGHT_CORPUS', () => {
  const files = readdirSync(corpus!, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.json'));
  const texts = files.map(file => [file, readFileSync(join(corpus!, file), 'utf8')] as const);
  console.log(compare(() => new Workspace(texts.map(([file, text]) => new Document(file, text)).filter(d => d.kind))));
});
