import { describe, expect, test } from 'vitest';
import { lint, plainFindings, RuleSet } from '../core/engine/lint.ts';
import { Document } from '../core/document.ts';
import type { Finding } from '../core/finding.ts';
import { hasSameRecords } from '../core/workspace/tables.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { rules } from '../../rules/index.ts';
import { mutated } from '../testing/fuzz/mutations.ts';
import { Random } from '../testing/fuzz/random.ts';
import { openSample } from '../testing/samples.ts';
import { affectedFiles } from './new-findings.ts';

// Set CHANGES=1000 to compare 1,000 pairs of states.
const CHANGES = Number(process.env['CHANGES'] ?? 120),
  set = RuleSet.of(rules);

describe.each(['clinic', 'broken'] as const)('changes of one file of the sample %s', name => {
  const { workspace: past, configuration } = openSample(name);
  const { documents } = past;
  const ids = [
    ...new Set(documents.flatMap(({ text }) => [...text.matchAll(/"((?:agent|llm|node|flow)_?\w*|\+1\d+)"/g)])),
  ].map(match => match[1]!);
  /** Returns a JSON text with the value of one random field replaced, because other files may read any field. */
  const withOtherValue = (text: string, random: Random): string => {
    const values = /(?<=": )("(?:[^"\\]|\\.)*"|true|false|null|\d+)/g,
      fields = [...text.matchAll(values)],
      field = random.pick(fields);
    if (!field) return text;
    const newValue = random.pick(['""', '"{{caller_city}}"', 'null', 'true', random.pick(fields)![0]]);
    return text.slice(0, field.index) + newValue + text.slice(field.index + field[0].length);
  };
  const changed = (document: Document, random: Random): Workspace => {
    if (random.chance(0.1)) return past.withoutDocument(document.file);
    const { text } = document,
      from = random.pick(ids);
    if (random.chance(0.4))
      return past.withDocument(new Document(document.file, withOtherValue(text, random), 1, document.kind));
    const next =
      random.chance(0.5) && text.includes(from)
        ? text.replaceAll(`"${from}"`, `"${random.pick(ids)}"`)
        : mutated(random.pick(['structure', 'tokens', 'typos']), text, random, random.pick(documents).text);
    return past.withDocument(new Document(document.file, next, 1, document.kind));
  };
  const foundIn = (document: Document, workspace: Workspace): string =>
    JSON.stringify(
      lint(document, workspace, set, configuration).map(({ rule, target, severity }) => [rule, target, severity]),
    );

  test('every new finding is in an affected file', () => {
    let affected = 0,
      passedOver = 0,
      withSameRecords = 0;
    for (let seed = 0; seed < CHANGES; seed++) {
      const random = new Random(seed, name.length),
        document = random.pick(documents),
        workspace = changed(document, random);
      const unchangedDocuments = documents.filter(
          other => other !== document && workspace.document(other.file) === other,
        ),
        named = new Set(affectedFiles(unchangedDocuments, { workspace, configuration }, past, set));
      affected += named.size;
      const current = workspace.document(document.file);
      if (current && named.size > 0 && hasSameRecords(current, document)) withSameRecords++;
      for (const other of unchangedDocuments)
        if (!named.has(other)) {
          passedOver++;
          expect(foundIn(other, workspace), `${other.file}, seed ${seed}`).toBe(foundIn(other, past));
        }
    }
    expect(affected).toBeGreaterThan(4);
    // some changes affect other files although all records stay equal
    expect(withSameRecords).toBeGreaterThan(0);
    expect(passedOver).toBeGreaterThan(affected);
  });

  test('rules that read no other file report the same findings if the workspace has only this file', () => {
    const localRules = new RuleSet(rules.filter(rule => !set.acrossFiles.rules.includes(rule)));
    expect(localRules.rules.length).toBeGreaterThan(90);
    for (const document of documents) {
      const ownWorkspace = new Workspace([document], past.facts);
      const findingsIn = (workspace: Workspace): readonly Finding[] =>
        plainFindings(document, workspace, localRules, configuration);
      expect(findingsIn(ownWorkspace), document.file).toEqual(findingsIn(past));
    }
  });
});
