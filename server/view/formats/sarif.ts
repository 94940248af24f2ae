import { docsOf } from '../../core/engine/rule-docs.ts';
import type { Range, ReportedFinding } from '../../core/engine/report.ts';
import type { Rule } from '../../core/engine/rule.ts';
import { maskSecrets } from '../../core/secrets.ts';
import { ruleAddress } from '../prose.ts';
import { type LintReport, type ReportFormat, type Printer, fingerprints } from '../report.ts';
import { withUnchecked } from '../judged.ts';

const levels = { error: 'error', warning: 'warning', info: 'note' } as const;
const problems = { error: 'error', warning: 'warning', info: 'recommendation' } as const;
/** The name of the root folder to which paths are relative; the reader of the report knows this folder. */
const ROOT = 'SRCROOT';

/** Prints SARIF 2.1.0 for code scanning. */
const sarif: Printer = (plainReport, { version }) => {
  const report = withUnchecked(plainReport);
  const ids = [...new Set(report.findings.map(finding => finding.rule))].sort();
  const names = fingerprints(report),
    hasFolded = report.findings.some(({ folded }) => folded);
  return `${JSON.stringify(
    {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: { name: 'Preflight', semanticVersion: version, rules: ids.map(id => descriptor(id, report)) },
          },
          invocations: [{ executionSuccessful: !ids.includes('internal-error') }],
          originalUriBaseIds: { [ROOT]: { description: { text: 'The directory in which Preflight ran.' } } },
          columnKind: 'utf16CodeUnits',
          results: report.findings.map(finding => ({
            ...result(finding, ids.indexOf(finding.rule), names.get(finding)!),
            // a run has suppressions for all of its results or for none (3.27.23)
            ...(hasFolded && { suppressions: finding.folded ? [suppression] : [] }),
          })),
        },
      ],
    },
    undefined,
    2,
  )}\n`;
};

/** The suppression of findings in superseded versions: the version cannot be changed, and nothing selects it. */
const suppression = { kind: 'external', status: 'accepted', justification: 'only in a superseded version' } as const;

function result(finding: ReportedFinding, ruleIndex: number, fingerprint: string): object {
  const { rule, severity, file, range, pointer, message, help, related, live: liveVersions, superseded, fix } = finding;
  return {
    ruleId: rule,
    ruleIndex,
    level: levels[severity],
    message: { text: help === undefined ? message : `${message}\n${help}` },
    locations: [
      {
        ...location(file, range),
        logicalLocations: [{ fullyQualifiedName: pointer === '' ? '/' : maskSecrets(pointer), kind: 'value' }],
      },
    ],
    ...(related.length > 0 && {
      relatedLocations: related.map((place, i) => ({
        id: i + 1,
        ...location(place.file, place.range),
        message: { text: place.message },
      })),
    }),
    partialFingerprints: { 'preflight/v1': fingerprint },
    ...((fix || liveVersions || superseded) && {
      properties: {
        ...(fix && { fix: fix.title, fixIsSafe: fix.safe }),
        ...(liveVersions && { live: liveVersions }),
        ...(superseded && { superseded }),
      },
    }),
  };
}

/** A file name as a URI. Lone surrogates, which file names on Windows may contain, are replaced. */
const uriOf = (file: string): string => Buffer.from(file).toString().split('/').map(encodeURIComponent).join('/');

const location = (file: string, { start, end }: Range): object => ({
  physicalLocation: {
    artifactLocation: { uri: uriOf(file), uriBaseId: ROOT },
    region: { startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column },
  },
});

function descriptor(id: string, { rules }: LintReport): object {
  const rule = rules.get(id);
  if (!rule) return { id };
  const address = ruleAddress(id),
    reason = docsOf(rule).why;
  return {
    id,
    shortDescription: { text: docsOf(rule).summary },
    fullDescription: { text: reason.replace(/\s+/g, ' ') },
    help: { text: `${docsOf(rule).summary}\n\n${reason}`, markdown: help(rule) },
    ...(address && { helpUri: address }),
    defaultConfiguration: { level: levels[rule.severity] },
    properties: { tags: ['preflight'], 'problem.severity': problems[rule.severity] },
  };
}

const help = (rule: Rule): string =>
  `**${docsOf(rule).summary}**\n\n${docsOf(rule).why}\n\nSpecification: ${rule.spec}. \`preflight explain ${rule.id}\` shows examples.`;

export default { print: sarif, keepsHistory: true } satisfies ReportFormat;
