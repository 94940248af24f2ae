import { describe, expect, test } from 'vitest';
import { lint, plainFindings, RuleSet } from '../core/engine/lint.ts';
import { Document } from '../core/document.ts';
import type { Finding } from '../core/finding.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { rules } from '../../rules/index.ts';
import { mutated } from '../testing/fuzz/mutations.ts';
import { Random } from '../testing/fuzz/random.ts';
import { openSample } from '../testing/samples.ts';
import { affectedFiles } from './new-findings.ts';

const CHANGES = 120,
  set = RuleSet.of(rules);

describe.each(['clinic', 'broken'] as const)('changes of one file of %s', name => {
  const { workspace: formerWorkspace, configuration } = openSample(name);
  const { documents } = formerWorkspace;
  const ids = [
    ...new Set(documents.flatMap(({ text }) => [...text.matchAll(/"((?:agent|llm|node|flow)_?\w*|\+1\d+)"/g)])),
  ].map(match => match[1]!);
  const changedWorkspace = (document: Document, random: Random): Workspace => {
    if (random.chance(0.1)) return formerWorkspace.withoutDocument(document.file);
    const { text } = document,
      id = random.pick(ids);
    const next =
      random.chance(0.5) && text.includes(id)
        ? text.replaceAll(`"${id}"`, `"${random.pick(ids)}"`)
        : mutated(random.pick(['structure', 'tokens', 'typos']), text, random, random.pick(documents).text);
    return formerWorkspace.withDocument(new Document(document.file, next, 1, document.kind));
  };
  const foundIn = (document: Document, workspace: Workspace): string =>
    JSON.stringify(
      lint(document, workspace, set, configuration).map(({ rule, target, severity }) => [rule, target, severity]),
    );

  test('every finding that changes elsewhere is in an affected file', () => {
    let affectedCount = 0,
      skippedCount = 0;
    for (let seed = 0; seed < CHANGES; seed++) {
      const random = new Random(seed, name.length),
        document = random.pick(documents),
        workspace = changedWorkspace(document, random);
      const others = documents.filter(entry => entry !== document && workspace.document(entry.file) === entry),
        namedDocuments = new Set(affectedFiles(others, { workspace, configuration }, formerWorkspace, set));
      affectedCount += namedDocuments.size;
      for (const document of others)
        if (!namedDocuments.has(document)) {
          skippedCount++;
          expect(foundIn(document, workspace), `${document.file}, seed ${seed}`).toBe(
            foundIn(document, formerWorkspace),
          );
        }
    }
    expect(affectedCount).toBeGreaterThan(4);
    expect(skippedCount).toBeGreaterThan(affectedCount);
  });

  test('rules that read no other file find the same without other files', () => {
    const local = new RuleSet(rules.filter(rule => !set.acrossFiles.rules.includes(rule)));
    expect(local.rules.length).toBeGreaterThan(90);
    for (const document of documents) {
      const onlyDocument = new Workspace([document], formerWorkspace.facts);
      const findingsIn = (workspace: Workspace): readonly Finding[] =>
        plainFindings(document, workspace, local, configuration);
      expect(findingsIn(onlyDocument), document.file).toEqual(findingsIn(formerWorkspace));
    }
  });
});
