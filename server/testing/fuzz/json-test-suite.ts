import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rules } from '../../../rules/index.ts';
import { RuleSet } from '../../core/engine/lint.ts';
import { openSettings, openWorkspace } from '../../state/open.ts';
import { linted } from './subject.ts';

/**
 * Reads the files of the JSON parsing test suite (nst/JSONTestSuite). Files named `y_` are valid, files named `n_` are
 * invalid, and the standard leaves all others open.
 * @returns the number of files that are judged wrongly; 1 if there are no files
 */
export function testSuite(folder: string): number {
  const cases = join(folder, 'test_parsing'),
    copies = mkdtempSync(join(tmpdir(), 'preflight-suite-'));
  try {
    const names = readdirSync(cases).filter(name => name.endsWith('.json'));
    // a platform file needs a known suffix, which some names of the suite cannot have
    const copyOf = new Map(names.map((name, i) => [name, `${i}.agent.json`]));
    for (const [name, copy] of copyOf) copyFileSync(join(cases, name), join(copies, copy));
    const refusals = refusedIn(copies);
    const mistakes = names.filter(
      name =>
        (name.startsWith('y_') && refusals.has(copyOf.get(name)!)) ||
        (name.startsWith('n_') && !refusals.has(copyOf.get(name)!)),
    );
    const isAccepted = (copy: string): boolean => !refusals.has(copy);
    const share = (start: string, isRight: (copy: string) => boolean): string => {
      const caseNames = names.filter(name => name.startsWith(start));
      return `${caseNames.filter(name => isRight(copyOf.get(name)!)).length}/${caseNames.length}`;
    };
    console.log(
      `JSON parsing test suite: y_ ${share('y_', isAccepted)} accepted, ` +
        `n_ ${share('n_', copy => !isAccepted(copy))} refused, i_ ${share('i_', isAccepted)} accepted`,
    );
    for (const name of mistakes) console.log(`FAILED ${name}`);
    return names.length === 0 ? 1 : mistakes.length;
  } finally {
    rmSync(copies, { recursive: true });
  }
}

/** The files that Preflight reports as invalid or unreadable. */
function refusedIn(folder: string): ReadonlySet<string> {
  const { workspace, unreadableFindings } = openWorkspace(openSettings(folder, rules), { today: '2026-01-15' }),
    ruleSet = new RuleSet(rules);
  const findings = workspace.documents.flatMap(document => linted(document, workspace, ruleSet));
  const failures = findings.filter(({ rule }) => rule === 'internal-error');
  if (failures.length > 0) throw new Error(failures[0]!.message);
  return new Set(
    [...findings.filter(({ rule }) => rule === 'invalid-json'), ...unreadableFindings].map(({ file }) => file),
  );
}
