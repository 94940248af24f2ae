import { Document } from '../document.ts';
import type { Finding } from '../finding.ts';
import type { ConfiguredKind } from '../kinds.ts';
import { Workspace } from '../workspace/workspace.ts';
import {
  type ChosenFixes,
  chooseFixes,
  MAX_CHECKED_LENGTH,
  type Reason,
  textOfAll,
  triesFor,
  type Tries,
  type Outlook,
} from './choose.ts';

/** The options of a repair. `Checked` is the type of a check's result, so that the last result can be reused. */
interface RepairOptions<Checked> {
  check(workspace: Workspace): Checked;
  /** The findings to fix, by document, from the result of a check. */
  fixableFindingsOf(checked: Checked): ReadonlyMap<Document, readonly Finding[]>;
  /** All findings of the rules in a document, including suppressed ones. */
  lint(document: Document, workspace: Workspace): readonly Finding[];
  /** Whether to apply only safe fixes: fixes that add no finding. */
  readonly safeOnly?: boolean;
  /** The kind that the configuration assigns to a file. */
  kindOf(file: string): ConfiguredKind | undefined;
}
export interface RepairResult<Checked> {
  /** The result of the check of the files after all fixes. */
  readonly checked: Checked;
  readonly workspace: Workspace;
  /** The number of applied fixes. */
  readonly appliedCount: number;
  /**
   * Sentences about fixes that were not made, because they would harm or do nothing, or because the fixes of a file do
   * not converge.
   */
  readonly notes: readonly string[];
}

/** Applies fixes in memory until no fix is left. A file whose fixes do not converge keeps its original text. */
export function repairUntilStable<Checked>(start: Workspace, options: RepairOptions<Checked>): RepairResult<Checked> {
  const unstableFiles = new Set<string>(),
    tries = new Map<string, Tries>();
  for (;;) {
    const repairResult = repairExcept(unstableFiles, start, { ...options, tries });
    if (!('unstableFiles' in repairResult)) return repairResult;
    for (const file of repairResult.unstableFiles) unstableFiles.add(file);
  }
}

/**
 * Repairs all files except some.
 * @param excludedFiles files to leave unchanged
 */
function repairExcept<Checked>(
  excludedFiles: ReadonlySet<string>,
  start: Workspace,
  options: RepairOptions<Checked> & RemainingTries,
): RepairResult<Checked> | { readonly unstableFiles: readonly string[] } {
  let workspace = start,
    appliedCount = 0;
  const times = new Map<string, number>(),
    triedFiles = new Set<string>();
  for (;;) {
    const check = options.check(workspace);
    const batch = [...options.fixableFindingsOf(check)].filter(
      ([{ file }]) => !excludedFiles.has(file) && !triedFiles.has(file),
    );
    const { choices, after } = chooseNext(workspace, batch, options);
    const changedChoices = choices.filter(({ document, chosenFixes }) => chosenFixes.text !== document.text);
    if (changedChoices.length === 0)
      return {
        checked: check,
        workspace,
        appliedCount: appliedCount,
        notes: [
          ...[...excludedFiles].map(file => `${file}: its fixes do not converge, so the file is left unchanged`),
          ...[...triedFiles].map(file => `${file}: it has more mistakes than are fixed at a time; run it again`),
          ...new Set(choices.flatMap(notesOn)),
        ],
      };
    for (const { document, chosenFixes } of changedChoices) {
      times.set(document.file, (times.get(document.file) ?? 0) + 1);
      appliedCount += chosenFixes.appliedFindings.length;
    }
    const unstable = changedChoices.filter(
        ({ document: { file } }) => times.get(file)! > mostRounds(start.document(file)),
      ),
      unstableChoices = unstable.filter(
        ({ document: { file } }) => !hasFewerErrors(start.document(file), after.document(file)),
      );
    if (unstableChoices.length > 0) return { unstableFiles: unstableChoices.map(({ document: { file } }) => file) };
    for (const { document } of unstable) triedFiles.add(document.file);
    workspace = after;
  }
}

/**
 * The maximum number of rounds. A fix may enable another fix; if fixes remain after so many rounds, they undo each
 * other.
 */
const MAX_ROUNDS = 10;
/** The limits for a broken text, because only some of its problems are reported at a time. */
const MAX_REFUSALS = 20,
  MAX_EXTRA_ROUNDS = 50;

/** Whether a broken text has fewer errors than before. */
const hasFewerErrors = (before: Document | undefined, after: Document | undefined): boolean =>
  before !== undefined && after !== undefined && after.parsed.problems.length < before.parsed.problems.length;

function mostRounds(document: Document | undefined): number {
  return document === undefined || document.valid
    ? MAX_ROUNDS
    : MAX_ROUNDS +
        Math.min(
          MAX_EXTRA_ROUNDS,
          Math.ceil(document.parsed.problems.length / MAX_REFUSALS),
          Math.ceil(MAX_CHECKED_LENGTH / document.text.length),
        );
}

/** The remaining tries of each file. */
interface RemainingTries {
  readonly tries: Map<string, Tries>;
}
function triesOf(document: Document, { tries }: RemainingTries): Tries {
  let remainingTries = tries.get(document.file);
  if (!remainingTries) tries.set(document.file, (remainingTries = triesFor(document)));
  return remainingTries;
}

interface Choice {
  readonly document: Document;
  readonly chosenFixes: ChosenFixes;
}

/**
 * The next fixes for each file. All files are tried together first, because this usually succeeds, and a workspace per
 * file would be slow.
 */
function chooseNext<Checked>(
  workspace: Workspace,
  batch: readonly (readonly [Document, readonly Finding[]])[],
  options: RepairOptions<Checked> & RemainingTries,
): { readonly choices: readonly Choice[]; readonly after: Workspace } {
  const candidates = batch.map(([document, findings]) => withText(document, textOfAll(document, findings), options)),
    mergedWorkspace = withDocuments(workspace, candidates);
  const choices = batch.map(([document, findings], i): Choice => {
    const outlookFor = (text: string): Outlook => {
      const isTried = candidates[i]!.text === text,
        editedDocument = isTried ? candidates[i]! : withText(document, text, options);
      return outlook(editedDocument, isTried ? mergedWorkspace : workspace.withDocument(editedDocument), options);
    };
    return {
      document,
      chosenFixes: chooseFixes(
        findings,
        { outlookBefore: outlook(document, workspace, options), outlookAfter: outlookFor, safeOnly: options.safeOnly },
        triesOf(document, options),
      ),
    };
  });
  if (choices.every(({ chosenFixes }, i) => chosenFixes.text === candidates[i]!.text))
    return { choices, after: mergedWorkspace };
  const documents = choices.map(({ document, chosenFixes: { text } }, i) =>
    text === candidates[i]!.text ? candidates[i]! : withText(document, text, options),
  );
  return { choices, after: withDocuments(workspace, documents) };
}

const outlook = <Checked>(
  document: Document,
  workspace: Workspace,
  { lint }: Pick<RepairOptions<Checked>, 'lint'>,
): Outlook => ({ document, findings: () => lint(document, workspace) });

const withText = <Checked>(
  { file, version }: Document,
  text: string,
  { kindOf }: Pick<RepairOptions<Checked>, 'kindOf'>,
): Document => new Document(file, text, version + 1, kindOf(file));

function withDocuments({ documents, facts }: Workspace, changedFiles: readonly Document[]): Workspace {
  const byFile = new Map(changedFiles.map(document => [document.file, document]));
  return new Workspace(
    documents.map(document => byFile.get(document.file) ?? document),
    facts,
  );
}

const reasons: Readonly<Record<Reason, string>> = {
  breaks: 'it would break the file',
  leaves: 'the finding would remain',
  untried: 'too many fixes of this file had to be tried; run it again',
  adds: 'it would leave another finding in its place',
};

const notesOn = ({ document, chosenFixes }: Choice): string[] =>
  chosenFixes.rejectedFixes.map(
    ({ finding: { rule, fix }, reason }) =>
      `${document.file}: the fix "${fix!.title}" of ${rule} was left out, because ${reasons[reason]}`,
  );
