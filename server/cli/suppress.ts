import { join, resolve } from 'node:path';
import type { Configuration, SuppressionEntry } from '../core/configuration/configuration.ts';
import { isDate, placesOf } from '../core/configuration/suppress.ts';
import { settle, type SettledFindings } from '../core/configuration/suppressions-and-baseline.ts';
import { ruleNames, unknownRule } from '../core/configuration/rule-names.ts';
import { configurationDocument } from '../core/configuration/read.ts';
import { stablePointer, safeStablePointer } from '../core/configuration/stable-pointer.ts';
import { globProblem } from '../core/configuration/glob.ts';
import { hasWildcards, pathMatcher } from '../core/configuration/globs.ts';
import { withSuppression } from '../core/configuration/with-suppression.ts';
import { Document } from '../core/document.ts';
import { lint, RuleSet } from '../core/engine/lint.ts';
import { rangeOf } from '../core/engine/report.ts';
import { identifyingPointer, type Finding } from '../core/finding.ts';
import { locate } from '../core/locate.ts';
import { showsCredential } from '../core/secrets.ts';
import { count, listed, show } from '../core/wording.ts';
import { openWorkspace, type State } from '../state/open.ts';
import { pathWithin } from '../state/paths.ts';
import { workspaceRoot } from '../state/root.ts';
import { openAround, settingsOf } from './terminal/workspaces.ts';
import { decode } from '../state/text.ts';
import { printable } from '../view/printable.ts';
import { rules } from '../../rules/index.ts';
import { command, type GivenOptions } from './terminal/command.ts';
import { UsageError, type Io, pathFrom, today } from './terminal/io.ts';
import { bytesBefore, save } from './terminal/save.ts';
import { configurationName } from '../core/settings-files.ts';
import { statsOf } from '../state/regular-file.ts';

const options = {
  rule: { value: 'RULE', about: 'rule whose findings are accepted', completes: 'rule' },
  at: {
    value: 'POINTER',
    about:
      'JSON pointer as in lint --format json, or by key: /nodes[id=greet]/instruction; it includes everything below; "" is the whole file',
  },
  reason: { value: 'TEXT', about: 'reason why the finding is accepted' },
  until: { value: 'YYYY-MM-DD', about: 'last day of the suppression (default: no end)' },
} as const;

/** Accepts findings in a file, with a reason: `preflight suppress FILE --rule RULE --at POINTER --reason TEXT`. */
export const suppress = command(
  {
    name: 'suppress',
    readsConfiguration: true,
    operands: 'FILE|GLOB',
    completes: 'path',
    about: `Add an entry to "suppress" in the configuration; comments and order are kept. Without a configuration, one is
created. An entry that would suppress nothing, or has no meaningful reason, is refused. A glob, in quotes, is one entry
for what the rule finds at that place in several files.`,
    options,
    helpEnding: `Examples
  preflight suppress agents/desk.agent.json --rule unencrypted-url --at /webhook_url --reason "inside the VPN"
  preflight suppress agents/desk.agent.json --rule empty-prompt --at "" --reason "a draft" --until 2027-01-31
  preflight suppress "archive/**" --rule deprecated-field --at "" --reason "kept as it was exported"

Exit codes
  0  the entry was added
  2  the entry was refused, or the configuration cannot be read
  3  the configuration cannot be written`,
  },
  (typedOptions, io) => {
    const { path: typedPath, rule, at, reason, lastDay } = readOptions(typedOptions);
    const { state, file, documents } = filesNamed(typedPath, io),
      { root, configuration } = state,
      id = ruleCalled(rule, configuration),
      [first] = documents,
      places = first.file === file && at.startsWith('/') ? placesOf(first, at) : [];
    const entry: SuppressionEntry = {
      rule: id,
      file,
      // an index would select another item after the next edit
      at: withoutCredential(places.length === 1 ? safeStablePointer(first, places[0]!) : at, '--at'),
      reason: withoutCredential(reason, '--reason'),
      ...(lastDay !== undefined && { until: lastDay }),
    };
    const name = configuration.document?.file ?? configurationName;
    const configurationPath = join(root, name);
    const bytes = bytesBefore(configurationPath);
    const before = bytes && configurationDocument(decode(bytes).text, name);
    const edit = withSuppression(before ?? undefined, entry);
    if (!edit) throw new UsageError(`${name} does not have the expected structure; fix it first`);
    const { configuration: after } = settingsOf(io, root, {
      baseline: false,
      unsaved: path => (path === name ? edit.text : undefined),
    });
    const suppressed = suppressedBy(entry, { after, file: name, at: edit.at }, state, documents);
    save(io, configurationPath, { text: edit.text, read: bytes, linkBoundary: root });
    const changedDocument = configurationDocument(edit.text, name);
    const { start } = rangeOf(changedDocument, locate(changedDocument, edit.at));
    io.stdout.write(
      printable(
        `${pathFrom(io, root, name)}:${start.line}:${start.column} suppresses ` +
          `${count(suppressed, 'finding')} of ${id} in ${pathFrom(io, root, file)}`,
      ) + '\n',
    );
    return 0;
  },
);

interface SuppressOptions {
  /** The path of a file, or a glob. */
  readonly path: string;
  readonly rule: string;
  readonly at: string;
  readonly reason: string;
  readonly lastDay: string | undefined;
}

/**
 * The text, for the configuration.
 * @throws UsageError if it contains a credential
 */
function withoutCredential(text: string | undefined, option: string): string {
  if (text === undefined || showsCredential(text))
    throw new UsageError(`${option} contains a credential, which must not be in a configuration`);
  return text;
}

/**
 * Reads the options and the operand.
 * @throws UsageError
 */
function readOptions({ values, positionals }: GivenOptions<typeof options>): SuppressOptions {
  const [file, ...extraFiles] = positionals;
  if (!file || extraFiles.length > 0) throw new UsageError('suppress takes one file, or one glob in quotes');
  const { rule, at, reason, until } = values;
  if (rule === undefined) throw new UsageError('suppress needs --rule: the rule of the findings to accept');
  if (at === undefined) throw new UsageError('suppress needs --at: the place, or "" for the whole file');
  if (reason === undefined) throw new UsageError('suppress needs --reason: the reason why the findings are accepted');
  if (until !== undefined && !isDate(until))
    throw new UsageError(`--until needs a day like 2026-12-31, not ${show(until)}`);
  if (until !== undefined && until < today())
    throw new UsageError(`--until: ${until} is past, so nothing would be suppressed`);
  return { path: file, rule, at, reason, lastDay: until };
}

/** A file or glob, relative to the root of the workspace, with the documents that it selects. */
interface Selection {
  readonly state: State;
  readonly file: string;
  readonly documents: readonly [Document, ...Document[]];
}

/**
 * The documents that a file name or glob selects.
 * @throws UsageError if there are none
 */
function filesNamed(pattern: string, io: Io): Selection {
  const path = resolve(io.cwd, pattern),
    stats = statsOf(path);
  if (stats?.isDirectory()) throw new UsageError(`${pattern} is a folder; give "${pattern.replace(/\/+$/, '')}/**"`);
  if (!stats?.isFile()) return filesMatching(pattern, io);
  const state = openAround(path, io, { baseline: false }),
    document = state.workspace.document(state.file);
  if (document) return { state, file: state.file, documents: [document] };
  throw new UsageError(`${pattern} is not checked; "preflight config ${pattern}" says why`);
}

function filesMatching(pattern: string, io: Io): Selection {
  if (!hasWildcards(pattern)) throw new UsageError(`there is no file ${pattern}`);
  const problem = globProblem(pattern);
  if (problem !== undefined) throw new UsageError(`${pattern} ${problem}`);
  const root = workspaceRoot(io.cwd, io.cwd),
    state = openWorkspace(settingsOf(io, root, { baseline: false }), { today: today() }),
    file = pathWithin(root, resolve(io.cwd, pattern)) ?? '',
    // without a slash, a glob would select files of this name in every folder
    glob = file.includes('/') ? file : `./${file}`,
    isMatch = pathMatcher([glob]);
  const [first, ...otherDocuments] = state.workspace.documents.filter(document => isMatch(document.file));
  if (!first) throw new UsageError(`${pattern} matches no file that is checked`);
  return { state, file: glob, documents: [first, ...otherDocuments] };
}

function ruleCalled(name: string, { policies }: Configuration): string {
  const names = ruleNames([...rules, ...policies]);
  const id = names.get(name);
  if (id === undefined) throw new UsageError(unknownRule(name, names));
  return id;
}

/**
 * The number of findings that the new entry suppresses.
 * @throws UsageError if there are none, or if the entry would have a finding of its own
 */
function suppressedBy(
  entry: SuppressionEntry,
  { after, file, at }: { readonly after: Configuration; readonly file: string; readonly at: string },
  { workspace, configuration, unreadableFindings }: State,
  documents: Selection['documents'],
): number {
  const findings = [
    ...unreadableFindings.filter(({ file }) => documents.some(document => file === document.file)),
    ...documents.flatMap(document => lint(document, workspace, RuleSet.of(rules), configuration)),
  ].filter(({ rule }) => rule === entry.rule);
  const current = settle(findings, workspace, configuration),
    // findings about the new entry are reported, even if the configuration turns their rule off
    settlement = settle(findings, workspace, { ...after, severityOf: () => undefined });
  const difference = settlement.suppressed.length - current.suppressed.length;
  if (difference === 0) {
    const withNewEntry = { ...after, suppress: after.suppress.slice(-1) },
      isKnown = settle(findings, workspace, withNewEntry).suppressed.length > 0;
    throw new UsageError(noFindingReason(entry, findings, current, { documents, isKnown }));
  }
  const ownFinding = settlement.findings.find(
    finding => finding.file === file && String(finding.target).startsWith(at),
  );
  if (ownFinding) throw new UsageError(ownFinding.message);
  return difference;
}

/**
 * The reason why a new entry suppresses no finding.
 * @param isKnown whether another entry suppresses a finding at the place
 */
function noFindingReason(
  { rule, at, file }: SuppressionEntry,
  findings: readonly Finding[],
  current: SettledFindings,
  { documents, isKnown }: { readonly documents: Selection['documents']; readonly isKnown: boolean },
): string {
  if (findings.length === 0) return `${rule} finds nothing in ${file}, so there is nothing to suppress`;
  const unsuppressed = findings.filter(finding => !current.suppressed.includes(finding));
  if (unsuppressed.length === 0) return `the findings of ${rule} in ${file} are already suppressed`;
  if (isKnown) return `the findings of ${rule} at ${show(at)} in ${file} are already suppressed`;
  const documentOf = (finding: Finding): Document =>
    documents.find(document => document.file === finding.file) ?? documents[0];
  const places = [
    ...new Set(unsuppressed.map(finding => show(stablePointer(documentOf(finding), identifyingPointer(finding)), 120))),
  ];
  return `${rule} finds nothing at ${show(at)} in ${file}, but at ${listed(places, 'and', 5)}`;
}
