import { Document } from '../../core/document.ts';
import { readBaseline } from '../../core/configuration/baseline.ts';
import { ruleNames } from '../../core/configuration/rule-names.ts';
import { lint } from '../../core/engine/lint.ts';
import { pointerOf, type Finding } from '../../core/finding.ts';
import { type ChosenFixes, chooseFixes, isFixable, type Tries } from '../../core/fixing/choose.ts';
import { repairedText } from '../../core/configuration/repair-file.ts';
import type { DocumentContext, ShownFinding } from '../context.ts';
import type { FileEdits } from '../file-change.ts';
import { whyPublishedAt } from '../published.ts';
import { type Action, type ActionContext, allOf, isWanted, type DeferredWork, REVIEW_SUFFIX } from './action.ts';
import { changesBetween } from './changes.ts';
import { firstOf } from './findings-at.ts';
import { referenceActions } from './references.ts';

/**
 * The actions that fix findings: one finding, all findings with the same mistake and fix, or all findings of the rule
 * in the file. In a long file, only the first findings get actions, because each fix is tried before it is offered.
 * Yields after each try, so that other requests are answered.
 */
export function* fixActions(
  selection: DocumentContext,
  findings: readonly ShownFinding[],
  allFindings: readonly ShownFinding[],
  context: ActionContext,
): Generator<void, Action[]> {
  const { document } = selection;
  const fixableFindings = findings
    .map(({ finding }) => finding)
    .filter(finding => isFixable(document, finding, { unsafe: true }));
  const singleActions: Action[] = [],
    tries = triesAtOnce(document, 2),
    triesOfMany = triesAtOnce(document, 1);
  for (const finding of fixableFindings.flatMap(withEachFix)) {
    if (tries.remainingCount <= 0) break;
    const { title } = finding.fix!,
      isSafe = isFixable(document, finding, { unsafe: false });
    const { edits } = chosenOf(selection, [finding], context, tries);
    if (edits.length > 0)
      singleActions.push({
        title: isSafe ? title : title + REVIEW_SUFFIX,
        kind: 'quickfix',
        finding,
        ...(isSafe && { isPreferred: true }),
        edits: [{ file: document.file, edits }],
      });
    yield;
  }
  const draftActions = firstOf(
    findings.map(({ finding }) => finding).filter(({ draftFix }) => draftFix),
    ({ rule, draftFix }) => `${rule} ${draftFix!.title}`,
  ).map((finding): Action => {
    const refusal = whyPublishedAt(document.at(pointerOf(finding.target)), selection.workspace) ?? PUBLISHED_REASON;
    return { title: finding.draftFix!.title, kind: 'quickfix', finding, edits: [], disabledReason: refusal };
  });
  const sortedActions = [
    ...singleActions.filter(action => action.isPreferred),
    ...singleActions.filter(action => !action.isPreferred),
  ];
  const remainingFindings = fixableIn(document, allFindings);
  const alikeActions: Action[] = [];
  for (const finding of firstOf(fixableFindings, finding => `${finding.rule} ${finding.fix!.title}`)) {
    if (triesOfMany.remainingCount <= 0) break;
    const equalFindings = remainingFindings.filter(otherFinding => isAlike(document, finding, otherFinding)),
      ofRule = remainingFindings.filter(({ rule }) => rule === finding.rule);
    if (equalFindings.length < 2 || equalFindings.length === ofRule.length) continue;
    const { edits, appliedFindings: fixes } = chosenOf(selection, equalFindings, context, triesOfMany);
    yield;
    if (fixes.length < 2) continue;
    const title = `${finding.fix!.title} in ${allOf(fixes.length, 'place')}${checkOf(document, [finding])}`;
    alikeActions.push({ title, kind: 'quickfix.all', finding, edits: [{ file: document.file, edits }] });
  }
  const places = firstOf([...alikeActions, ...referenceActions(selection, findings)], ({ title }) => title);
  const rules = firstOf(fixableFindings, ({ rule }) => rule).flatMap((finding): Action[] => {
    const ofSameRule = remainingFindings.filter(({ rule }) => rule === finding.rule);
    const isSame = places.some(
      place => place.finding?.rule === finding.rule && editsIn(document, place) >= ofSameRule.length,
    );
    if (ofSameRule.length < 2 || isSame) return [];
    const title = `Fix ${allOf(ofSameRule.length, 'finding')} of ${finding.rule} in this file${checkOf(document, ofSameRule)}`;
    return defer(
      { title, kind: 'quickfix.all', finding, edits: [] },
      { fix: 'rule', rule: finding.rule },
      context,
      () => ruleEdits(selection, allFindings, finding.rule, context),
    );
  });
  return [...sortedActions, ...places, ...rules, ...draftActions];
}

const editsIn = ({ file }: Document, { edits }: Action): number =>
  edits.flatMap(edits => (edits.file === file && 'edits' in edits ? edits.edits : [])).length;

/** The reason why a fix is disabled whose edits would also change a published version. */
const PUBLISHED_REASON = 'it would change a published version; make a draft of it';

const checkOf = (document: Document, findings: readonly Finding[]): string =>
  findings.every(finding => isFixable(document, finding, { unsafe: false })) ? '' : REVIEW_SUFFIX;

/** A finding with its own fix, and once more with each alternative fix. */
const withEachFix = (finding: Finding): Finding[] => [
  finding,
  ...(finding.otherFixes ?? []).map(fix => ({ ...finding, fix })),
];

/** Whether two findings are the same mistake with the same fix, for example the same typo `greting` at two edges. */
function isAlike(document: Document, finding: Finding, otherFinding: Finding): boolean {
  if (finding.rule !== otherFinding.rule || finding.fix!.title !== otherFinding.fix!.title) return false;
  const [a, b] = [finding, otherFinding].map(({ target }) => document.at(pointerOf(target)).value);
  return finding === otherFinding || (a !== undefined && (typeof a !== 'object' || a === null) && a === b);
}

const FIX_ALL = 'source.fixAll.preflight';

/** Rules about deprecated fields and values, which the platform still accepts. */
export const deprecations: readonly string[] = ['deprecated-field', 'deprecated-value'];

/** Actions on a whole file: applying its safe fixes, and replacing its deprecated fields and values. */
export function fileActions(
  selection: DocumentContext,
  findings: readonly ShownFinding[],
  allFindings: readonly ShownFinding[],
  context: ActionContext,
): Action[] {
  const ownFindings = allFindings.filter(({ finding }) => finding.file === selection.document.file);
  const oldFindings = ownFindings.filter(
    ({ finding, isBaselined }) =>
      !isBaselined && deprecations.includes(finding.rule) && isFixable(selection.document, finding, { unsafe: true }),
  );
  const safeCount = ownFindings.filter(
    ({ finding, isBaselined }) => !isBaselined && isFixable(selection.document, finding, { unsafe: false }),
  ).length;
  const actions: Action[] = [];
  if (oldFindings.length > 0) {
    const allText =
      oldFindings.length === 1
        ? 'the deprecated field or value'
        : `all ${oldFindings.length} deprecated fields and values`;
    const title = `Migrate ${allText} in this file${REVIEW_SUFFIX}`;
    // if all these findings are of one rule, the action for that rule does the same
    const isMore =
      findings.some(({ finding }) => oldFindings.some(otherFinding => otherFinding.finding === finding)) &&
      firstOf(oldFindings, ({ finding }) => finding.rule).length > 1;
    const kinds = [...(context.onlyKinds ? ['source.migrate'] : []), ...(isMore ? ['quickfix.all'] : [])].filter(kind =>
      isWanted(kind, context),
    );
    for (const kind of kinds.slice(0, 1)) {
      actions.push(
        ...defer({ title, kind, edits: [] }, { fix: 'deprecated' }, context, () => updateEdits(selection, context)),
      );
    }
  }
  // when a file is saved, an editor runs every action of `source.fixAll` and the kinds below it, so there must be only
  // one
  if (context.onlyKinds ? isWanted(FIX_ALL, context) : safeCount > 0) {
    // findings that the editor does not show are fixed as well, so the file is checked again
    actions.push(
      ...defer({ title: 'Fix all auto-fixable problems', kind: FIX_ALL, edits: [] }, { fix: 'safe' }, context, () =>
        safeFixes(selection, context),
      ),
    );
  }
  return actions;
}

/**
 * The action with its edits, or with the work that computes them later. The list is empty if there is nothing to
 * change.
 */
function defer(action: Action, work: DeferredWork, { asksLater }: ActionContext, edits: () => FileEdits[]): Action[] {
  if (asksLater) return [{ ...action, work }];
  const fileEdits = edits();
  return fileEdits.length > 0 ? [{ ...action, edits: fileEdits }] : [];
}

/** The edits of an action with `work`; empty if there is nothing left to change. */
export function editsOf(
  work: DeferredWork,
  selection: DocumentContext,
  findings: readonly ShownFinding[],
  context: ActionContext,
): FileEdits[] {
  if (!context.isTrusted) return [];
  if (work.fix === 'safe') return safeFixes(selection, context);
  return work.fix === 'deprecated'
    ? updateEdits(selection, context)
    : ruleEdits(selection, findings, work.rule, context);
}

function ruleEdits(
  selection: DocumentContext,
  allFindings: readonly ShownFinding[],
  rule: string,
  context: ActionContext,
): FileEdits[] {
  const findings = fixableIn(selection.document, allFindings).filter(finding => finding.rule === rule);
  return changeOf(selection.document, chosenOf(selection, findings, context).text);
}

/**
 * The fixes of these findings that can be applied together, excluding fixes of findings that appear only after the
 * first ones are applied.
 */
function chosenOf(
  { document, workspace }: DocumentContext,
  findings: readonly Finding[],
  { rules, configuration }: ActionContext,
  tries?: Tries,
): ChosenFixes {
  return chooseFixes(
    findings,
    {
      outlookBefore: {
        document,
        findings: () =>
          workspace.memory.remember(chosenOf, document, () => lint(document, workspace, rules, configuration)),
      },
      outlookAfter: text => {
        const changedDocument = new Document(
          document.file,
          text,
          document.version + 1,
          configuration.kindOf(document.file),
        );
        return {
          document: changedDocument,
          findings: () => lint(changedDocument, workspace.withDocument(changedDocument), rules, configuration),
        };
      },
    },
    tries,
  );
}

/** The number of fixes that are tried while a person waits for actions; it is lower for a long file. */
const triesAtOnce = ({ text }: Document, minimum: number): Tries => ({
  remainingCount: Math.max(minimum, Math.min(100, Math.floor((minimum * 300_000) / text.length))),
});

/** The findings of the document that have a fix, safe or not. */
const fixableIn = (document: Document, findings: readonly ShownFinding[]): Finding[] =>
  findings
    .map(({ finding }) => finding)
    .filter(finding => finding.file === document.file && isFixable(document, finding, { unsafe: true }));

const updateEdits = (selection: DocumentContext, context: ActionContext): FileEdits[] =>
  repair(
    selection,
    context,
    false,
    (finding, document) => deprecations.includes(finding.rule) && isFixable(document, finding, { unsafe: true }),
  );

/** The edits of `preflight lint --fix` for the file: safe fixes, repeated until none is left. */
const safeFixes = (selection: DocumentContext, context: ActionContext): FileEdits[] =>
  repair(selection, context, true, (finding, document) => isFixable(document, finding, { unsafe: false }));

type FindingFilter = (finding: Finding, document: Document) => boolean;

function repair(
  { workspace, document }: DocumentContext,
  { rules, configuration, baseline }: ActionContext,
  isSafeOnly: boolean,
  filter: FindingFilter,
): FileEdits[] {
  const baselineResult = baseline ? readBaseline(baseline.text, ruleNames(rules.rules), baseline.file) : [];
  return changeOf(
    document,
    repairedText(document, workspace, {
      rules,
      configuration,
      baseline: 'message' in baselineResult ? [] : baselineResult,
      safeOnly: isSafeOnly,
      isFixable: filter,
    }),
  );
}

function changeOf(document: Document, after: string): FileEdits[] {
  const edits = changesBetween(document.text, after);
  return edits.length > 0 ? [{ file: document.file, edits }] : [];
}
