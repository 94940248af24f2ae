import { lintWorkspace } from '../core/configuration/suppressions-and-baseline.ts';
import type { Configuration } from '../core/configuration/configuration.ts';
import { configurationAt, ConfigurationError } from '../state/configuration.ts';
import { RuleSet } from '../core/engine/lint.ts';
import { publishedEdits } from '../compare/published-edits.ts';
import type { Rule, RunRule } from '../core/engine/rule.ts';
import type { Finding } from '../core/finding.ts';
import { Document } from '../core/document.ts';
import { configurationName } from '../core/settings-files.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { lostReferences } from '../compare/lost-references.ts';
import { changesBetween } from '../compare/changes.ts';
import { lostNameFindings, lostNumbers, lostReach } from '../compare/lost-findings.ts';
import { decode } from '../state/text.ts';
import nonStringVariable from '../../rules/non-string-variable.ts';
import wrongType from '../../rules/wrong-type.ts';
import { annotate } from './annotate.ts';
import { fixtureOf } from './fixture.ts';

/** Rules that also run over the examples of a rule about the run. */
const otherRules: readonly Rule[] = [wrongType, nonStringVariable];

export function reportRun(rule: RunRule, fixture: string): string {
  if (rule.step === 'comparing') return reportComparison(rule, fixture);
  const { workspace: allFiles, config } = fixtureOf(fixture);
  const workspace = allFiles.withoutDocument(configurationName);
  const texts = new Map([
    ...allFiles.documents.map(({ file, text }) => [file, text] as const),
    [configurationName, config],
  ]);
  let configuration: Configuration;
  try {
    configuration = configurationAt('/example', [rule, ...otherRules], { unsaved: file => texts.get(file) });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return draw(
      allFiles.documents,
      error.problems.flatMap(({ source: result }) => result?.finding ?? []),
    );
  }
  const { findings } = lintWorkspace(workspace, new RuleSet([rule, ...otherRules]), configuration);
  const unreadFindings = workspace.documents.flatMap(({ file, text }): Finding[] => {
    const { problem } = decode(bytesOf(text));
    return problem
      ? [
          {
            rule: 'unreadable-file',
            severity: 'error',
            file,
            target: '',
            span: problem,
            message: problem.message,
            related: [],
          },
        ]
      : [];
  });
  const ownFindings = [...findings, ...unreadFindings].filter(finding => finding.rule === rule.id);
  return draw([...(configuration.document ? [configuration.document] : []), ...workspace.documents], ownFindings);
}

const draw = (documents: readonly Document[], findings: readonly Finding[]): string =>
  documents
    .map(
      document =>
        `-- ${document.file} --\n${annotate(
          document,
          findings.filter(({ file }) => file === document.file),
        )}`,
    )
    .join('');

/**
 * The findings of a rule about a comparison. A file `HEAD:x` is the former state of `x`; a file without a former state
 * is unchanged.
 */
function reportComparison({ id, severity }: RunRule, fixture: string): string {
  const { workspace, config } = fixtureOf(fixture),
    pastPrefix = 'HEAD:';
  const isPast = ({ file }: Document): boolean => file.startsWith(pastPrefix);
  const documents = workspace.documents
    .filter(isPast)
    .map(({ file, text }) => new Document(file.slice(pastPrefix.length), text));
  const currentDocuments = workspace.documents.filter(document => !isPast(document));
  const changedFiles = new Set(documents.map(({ file }) => file));
  const after = new Workspace(currentDocuments, workspace.facts),
    before = new Workspace(
      [...currentDocuments.filter(({ file }) => !changedFiles.has(file)), ...documents],
      workspace.facts,
    );
  const plan = changesBetween({ workspace: before }, { workspace: after }),
    lost = lostReferences(plan, before, after, 'HEAD');
  const editedFindings = publishedEdits(
    before,
    after,
    new Set(currentDocuments.map(({ file }) => file)),
    () => undefined,
  );
  const findings = [
    ...lost.map(({ at, message }): Finding => {
      return { rule: 'lost-reference', severity, file: at.document.file, target: at.pointer, message, related: [] };
    }),
    ...editedFindings,
    ...lostReach(plan.reach, after, () => undefined),
    ...lostNumbers(plan.callers, { before, after }, 'HEAD', () => undefined).map(({ finding }) => finding),
    ...lostNameFindings(plan.lostNames, after, () => undefined),
  ].filter(({ rule }) => rule === id);
  const head = config === undefined ? '' : `-- preflight.config.json --\n${config}`;
  return head + draw(workspace.documents, findings);
}

/** Encodes a text as bytes. Lone surrogates U+DC80 to U+DCFF stand for bytes that are not UTF-8. */
function bytesOf(text: string): Buffer {
  return Buffer.concat(
    text
      .split(/((?<![\ud800-\udbff])[\udc80-\udcff])/)
      .map((part, i) => (i % 2 === 1 ? Buffer.from([part.charCodeAt(0) & 0xff]) : Buffer.from(part))),
  );
}
