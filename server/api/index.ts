import { layerIn } from '../core/configuration/configuration.ts';
import { isAbsolute, relative, resolve as resolvePath, sep } from 'node:path';
import { rules } from '../../rules/index.ts';
import { ruleNames, unknownRule } from '../core/configuration/rule-names.ts';
import { markPast } from '../core/index/superseded.ts';
import { lintWorkspace } from '../core/configuration/suppressions-and-baseline.ts';
import { Document } from '../core/document.ts';
import { RuleSet } from '../core/engine/lint.ts';
import { reportFindings, type ReportedFinding } from '../core/engine/report.ts';
import type { Rule } from '../core/engine/rule.ts';
import type { Finding } from '../core/finding.ts';
import { isFixable } from '../core/fixing/choose.ts';
import { repairedText } from '../core/configuration/repair-file.ts';
import { kindNames, type Kind } from '../core/kinds.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { publishedEdits } from '../compare/published-edits.ts';
import { committedVersions } from '../state/committed.ts';
import { openSettings, openWorkspace as open, type State } from '../state/open.ts';
import { agentIdOf, openedBy, openedFor } from './opened.ts';
import type { PreflightWorkspace } from './workspace.ts';
import { statsOf } from '../state/regular-file.ts';

export { ConfigurationError, WorkspaceTooLarge } from '../state/refusals.ts';
export type { PreflightWorkspace };
export { diff, type Compared } from './diff.ts';
export { plan } from './plan.ts';
export { simulate, type Simulated, type SimulateOptions } from './simulate.ts';
export { rules, kindNames };
export type { Document, Finding, Kind, ReportedFinding, Resolution, Rule, Workspace };

export interface OpenOptions {
  /** The current date, `YYYY-MM-DD` in UTC, for suppressions that end and schedules in the past. Default: today. */
  readonly today?: string;
}
export interface LintOptions {
  /** Only these rules, by id. An id that no rule has is a RangeError. */
  readonly rules?: readonly string[];
  /** Only these files, relative to the workspace's root, with `/`. References to the others still resolve. */
  readonly files?: readonly string[];
  /** Whether the summary counts findings in superseded versions like others. */
  readonly history?: boolean;
}
/** The same shape as `preflight lint --format json`; files are relative to the workspace's root. */
export interface LintResult {
  readonly version: 1;
  readonly findings: readonly ReportedFinding[];
  readonly summary: {
    readonly files: number;
    readonly errors: number;
    readonly warnings: number;
    readonly infos: number;
    /** Findings in versions that callers are served by. */
    readonly live: number;
    /** Findings in superseded versions, which are not counted above. */
    readonly superseded: number;
    readonly suppressed: number;
    readonly baselined: number;
  };
}

/**
 * Reads a folder and its configuration.
 * @param folder absolute, or relative to the working directory
 * @throws RangeError when there is no such folder
 * @throws ConfigurationError when `preflight.config.json` or the baseline cannot be used; it names file, line and reason
 * @throws WorkspaceTooLarge beyond 200,000 files, or 4 GiB of JSON
 */
export function openWorkspace(
  folder = '.',
  { today = new Date().toISOString().slice(0, 10) }: OpenOptions = {},
): PreflightWorkspace {
  const root = resolvePath(folder);
  if (!statsOf(root)?.isDirectory()) throw new RangeError(`there is no folder ${folder}`);
  const opened = open(openSettings(root, rules), { today });
  return over(root, opened, opened.workspace);
}

function over(root: string, opened: State, workspace: Workspace): PreflightWorkspace {
  const inside = (file: string): string => (isAbsolute(file) ? relative(root, file) : file).split(sep).join('/');
  const made: PreflightWorkspace = {
    root,
    workspace,
    files: workspace.documents.map(document => document.file).sort(),
    document: file => workspace.document(inside(file)),
    with: (file, text) =>
      over(
        root,
        opened,
        workspace.with(
          new Document(
            inside(file),
            text,
            (workspace.document(inside(file))?.version ?? 0) + 1,
            opened.configuration.kindOf(inside(file)),
          ),
        ),
      ),
    resolve: (agent, reference) => workspace.resolve(agentIdOf(agent, workspace), reference),
  };
  openedBy.set(made, opened);
  return made;
}

/** Lints a workspace with its configuration, suppressions and baseline applied. Never throws on any file. */
export function lint(
  target: PreflightWorkspace,
  { rules: only, files, history = false }: LintOptions = {},
): LintResult {
  const { findings, suppressed, baselined } = settled(target, only);
  const chosen = files ? findings.filter(finding => files.includes(finding.file)) : findings;
  const visible = reportFindings(
    chosen,
    // an unreadable file has no text that a place could be in
    file => target.workspace.document(file) ?? layerIn(openedFor(target).configuration, file) ?? new Document(file, ''),
  );
  const of = (severity: string): number =>
    visible.filter(finding => finding.severity === severity && (history || !finding.superseded)).length;
  return {
    version: 1,
    findings: visible,
    summary: {
      files: target.files.length,
      errors: of('error'),
      warnings: of('warning'),
      infos: of('info'),
      live: visible.filter(({ live }) => live !== undefined).length,
      superseded: visible.filter(({ superseded }) => superseded).length,
      suppressed: suppressed.length,
      baselined: baselined.length,
    },
  };
}

/**
 * The text of a file after its safe fixes, or after all of them; unchanged if they do not converge. Nothing is written.
 * @throws RangeError when the workspace has no such file
 */
export function fix(
  target: PreflightWorkspace,
  file: string,
  { unsafe = false }: { readonly unsafe?: boolean } = {},
): string {
  const opened = openedFor(target),
    { workspace } = target,
    document = target.document(file);
  if (!document) throw new RangeError(`${file} is not a file of this workspace that Preflight recognises`);
  if (opened.unreadableFindings.some(finding => finding.file === document.file)) return document.text;
  return repairedText(document, workspace, {
    rules: new RuleSet(rules),
    configuration: opened.configuration,
    baseline: opened.baseline ?? [],
    safeOnly: !unsafe,
    wants: (finding, now) => isFixable(now, finding, { unsafe }),
  });
}

/** Edits of what was published in the last commit, as it was when the workspace was opened. */
function editsIn({ workspace }: PreflightWorkspace, opened: State): readonly Finding[] {
  const { memory } = opened.workspace,
    past = memory.remember(committedVersions, undefined, () => committedVersions(opened))?.workspace;
  if (!past) return [];
  return publishedEdits(
    past,
    workspace,
    new Set(workspace.documents.map(({ file }) => file)),
    opened.configuration.severityOf,
  );
}

function settled(target: PreflightWorkspace, only?: readonly string[]) {
  const opened = openedFor(target),
    { workspace } = target;
  if (only && !Array.isArray(only)) throw new RangeError(`rules: expected a list of ids, got ${typeof only}`);
  const unknown = only?.find(id => !rules.some(rule => rule.id === id || rule.aliases?.includes(id)));
  if (unknown !== undefined) throw new RangeError(unknownRule(unknown, ruleNames(rules)));
  const chosen = only
    ? rules.filter(rule => only.includes(rule.id) || rule.aliases?.some(alias => only.includes(alias)))
    : rules;
  const result = lintWorkspace(
    workspace,
    new RuleSet(chosen),
    opened.configuration,
    opened.baseline,
    new Set(opened.unreadableFindings.map(({ file }) => file)),
    editsIn(target, opened).filter(({ rule }) => chosen.some(({ id }) => id === rule)),
  );
  const findings = markPast(result.findings, workspace);
  return { ...result, findings: only ? findings : [...opened.unreadableFindings, ...findings] };
}
