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
import { type Action, type ActionContext, allOf, isWanted, type Later, TO_CHECK } from './action.ts';
import { changesBetween } from './changes.ts';
import { firstOf } from './findings-at.ts';
import { referenceActions } from './references.ts';

/**
 * The fixes of findings: the single fix, all equal fixes, and all fixes of the rule in the file. In a long file only
 * for the first findings, because each fix is tried before it is offered; other requests are answered in between.
 */
export function* fixActions(
  selection: DocumentContext,
  here: readonly ShownFinding[],
  all: readonly ShownFinding[],
  context: ActionContext,
): Generator<void, Action[]> {
  const { document } = selection;
  const able = here.map(({ finding }) => finding).filter(finding => isFixable(document, finding, { unsafe: true }));
  const single: Action[] = [],
    tries = triesAtOnce(document, 2),
    triesOfMany = triesAtOnce(document, 1);
  for (const finding of able.flatMap(eachWay)) {
    if (tries.left <= 0) break;
    const { title } = finding.fix!,
      safe = isFixable(document, finding, { unsafe: false });
    const { edits } = chosenOf(selection, [finding], context, tries);
    if (edits.length > 0)
      single.push({
        title: safe ? title : title + TO_CHECK,
        kind: 'quickfix',
        finding,
        ...(safe && { preferred: true }),
        edits: [{ file: document.file, edits }],
      });
    yield;
  }
  const inDrafts = firstOf(
    here.map(({ finding }) => finding).filter(({ draftFix }) => draftFix),
    ({ rule, draftFix }) => `${rule} ${draftFix!.title}`,
  ).map((finding): Action => {
    const disabled = whyPublishedAt(document.at(pointerOf(finding.target)), selection.workspace) ?? PUBLISHED;
    return { title: finding.draftFix!.title, kind: 'quickfix', finding, edits: [], disabled };
  });
  const sorted = [...single.filter(action => action.preferred), ...single.filter(action => !action.preferred)];
  const rest = fixableIn(document, all);
  const alike: Action[] = [];
  for (const finding of firstOf(able, one => `${one.rule} ${one.fix!.title}`)) {
    if (triesOfMany.left <= 0) break;
    const same = rest.filter(other => isAlike(document, finding, other)),
      ofRule = rest.filter(({ rule }) => rule === finding.rule);
    if (same.length < 2 || same.length === ofRule.length) continue;
    const { edits, applied } = chosenOf(selection, same, context, triesOfMany);
    yield;
    if (applied.length < 2) continue;
    const title = `${finding.fix!.title} in ${allOf(applied.length, 'place')}${checkOf(document, [finding])}`;
    alike.push({ title, kind: 'quickfix.all', finding, edits: [{ file: document.file, edits }] });
  }
  const places = firstOf([...alike, ...referenceActions(selection, here)], ({ title }) => title);
  const rules = firstOf(able, ({ rule }) => rule).flatMap((finding): Action[] => {
    const ofSameRule = rest.filter(({ rule }) => rule === finding.rule);
    const isSame = places.some(
      place => place.finding?.rule === finding.rule && editsIn(document, place) >= ofSameRule.length,
    );
    if (ofSameRule.length < 2 || isSame) return [];
    const title = `Fix ${allOf(ofSameRule.length, 'finding')} of ${finding.rule} in this file${checkOf(document, ofSameRule)}`;
    return later(
      { title, kind: 'quickfix.all', finding, edits: [] },
      { fix: 'rule', rule: finding.rule },
      context,
      () => ofRule(selection, all, finding.rule, context),
    );
  });
  return [...sorted, ...places, ...rules, ...inDrafts];
}

const editsIn = ({ file }: Document, { edits }: Action): number =>
  edits.flatMap(one => (one.file === file && 'edits' in one ? one.edits : [])).length;

/** For a place in another version than that of the finding. */
const PUBLISHED = 'it would change a published version; make a draft of it';

const checkOf = (document: Document, findings: readonly Finding[]): string =>
  findings.every(one => isFixable(document, one, { unsafe: false })) ? '' : TO_CHECK;

/** A finding with its fix, and with each alternative to it. */
const eachWay = (finding: Finding): Finding[] => [
  finding,
  ...(finding.otherFixes ?? []).map(fix => ({ ...finding, fix })),
];

/** Whether two findings are the same mistake with the same fix: `greting` at one edge and at another. */
function isAlike(document: Document, one: Finding, other: Finding): boolean {
  if (one.rule !== other.rule || one.fix!.title !== other.fix!.title) return false;
  const [a, b] = [one, other].map(({ target }) => document.at(pointerOf(target)).value);
  return one === other || (a !== undefined && (typeof a !== 'object' || a === null) && a === b);
}

const FIX_ALL = 'source.fixAll.preflight';

/** Rules about what has been replaced and is still accepted. */
export const deprecations: readonly string[] = ['deprecated-field', 'deprecated-value'];

/** Actions on a whole file: its safe fixes, and its old fields and values. */
export function fileActions(
  selection: DocumentContext,
  here: readonly ShownFinding[],
  all: readonly ShownFinding[],
  context: ActionContext,
): Action[] {
  const own = all.filter(({ finding }) => finding.file === selection.document.file);
  const old = own.filter(
    ({ finding, baselined }) =>
      !baselined && deprecations.includes(finding.rule) && isFixable(selection.document, finding, { unsafe: true }),
  );
  const safe = own.filter(
    ({ finding, baselined }) => !baselined && isFixable(selection.document, finding, { unsafe: false }),
  ).length;
  const actions: Action[] = [];
  if (old.length > 0) {
    const all = old.length === 1 ? 'the deprecated field or value' : `all ${old.length} deprecated fields and values`;
    const title = `Migrate ${all} in this file${TO_CHECK}`;
    // if all are of one rule, that rule's own action does the same
    const isMore =
      here.some(({ finding }) => old.some(other => other.finding === finding)) &&
      firstOf(old, ({ finding }) => finding.rule).length > 1;
    const kinds = [...(context.only ? ['source.migrate'] : []), ...(isMore ? ['quickfix.all'] : [])].filter(kind =>
      isWanted(kind, context),
    );
    for (const kind of kinds.slice(0, 1)) {
      actions.push(
        ...later({ title, kind, edits: [] }, { fix: 'deprecated' }, context, () => ofDeprecated(selection, context)),
      );
    }
  }
  // on save an editor runs every action of `source.fixAll` and the kinds below it, so there is only one
  if (context.only ? isWanted(FIX_ALL, context) : safe > 0) {
    // findings that the editor leaves out count too, so the file is checked again
    actions.push(
      ...later({ title: 'Fix all auto-fixable problems', kind: FIX_ALL, edits: [] }, { fix: 'safe' }, context, () =>
        safeFixes(selection, context),
      ),
    );
  }
  return actions;
}

/** The action with its edits, or with the work for later; undefined if there is nothing to do. */
function later(action: Action, work: Later, { asksLater }: ActionContext, edits: () => FileEdits[]): Action[] {
  if (asksLater) return [{ ...action, later: work }];
  const done = edits();
  return done.length > 0 ? [{ ...action, edits: done }] : [];
}

/** The edits of an action with `later`; none if there is nothing left to do. */
export function editsOf(
  work: Later,
  selection: DocumentContext,
  findings: readonly ShownFinding[],
  context: ActionContext,
): FileEdits[] {
  if (!context.trusted) return [];
  if (work.fix === 'safe') return safeFixes(selection, context);
  return work.fix === 'deprecated' ? ofDeprecated(selection, context) : ofRule(selection, findings, work.rule, context);
}

function ofRule(
  selection: DocumentContext,
  all: readonly ShownFinding[],
  rule: string,
  context: ActionContext,
): FileEdits[] {
  const findings = fixableIn(selection.document, all).filter(finding => finding.rule === rule);
  return changeOf(selection.document, chosenOf(selection, findings, context).text);
}

/** The applicable ones among these fixes; not those that they make room for. */
function chosenOf(
  { document, workspace }: DocumentContext,
  findings: readonly Finding[],
  { rules, configuration }: ActionContext,
  tries?: Tries,
): ChosenFixes {
  return chooseFixes(
    findings,
    {
      now: {
        document,
        findings: () =>
          workspace.memory.remember(chosenOf, document, () => lint(document, workspace, rules, configuration)),
      },
      then: text => {
        const changed = new Document(document.file, text, document.version + 1, configuration.kindOf(document.file));
        return { document: changed, findings: () => lint(changed, workspace.with(changed), rules, configuration) };
      },
    },
    tries,
  );
}

/** How many fixes are tried while a person waits for actions: fewer in a long file. */
const triesAtOnce = ({ text }: Document, least: number): Tries => ({
  left: Math.max(least, Math.min(100, Math.floor((least * 300_000) / text.length))),
});

/** Its findings that have a fix, safe or not. */
const fixableIn = (document: Document, all: readonly ShownFinding[]): Finding[] =>
  all
    .map(({ finding }) => finding)
    .filter(finding => finding.file === document.file && isFixable(document, finding, { unsafe: true }));

const ofDeprecated = (selection: DocumentContext, context: ActionContext): FileEdits[] =>
  repaired(
    selection,
    context,
    false,
    (finding, document) => deprecations.includes(finding.rule) && isFixable(document, finding, { unsafe: true }),
  );

/** What `preflight lint --fix` makes of the file: safe fixes, repeated until none is left. */
const safeFixes = (selection: DocumentContext, context: ActionContext): FileEdits[] =>
  repaired(selection, context, true, (finding, document) => isFixable(document, finding, { unsafe: false }));

type FindingFilter = (finding: Finding, document: Document) => boolean;

function repaired(
  { workspace, document }: DocumentContext,
  { rules, configuration, baseline }: ActionContext,
  safeOnly: boolean,
  wants: FindingFilter,
): FileEdits[] {
  const read = baseline ? readBaseline(baseline.text, ruleNames(rules.rules), baseline.file) : [];
  return changeOf(
    document,
    repairedText(document, workspace, {
      rules,
      configuration,
      baseline: 'message' in read ? [] : read,
      safeOnly,
      wants,
    }),
  );
}

function changeOf(document: Document, after: string): FileEdits[] {
  const edits = changesBetween(document.text, after);
  return edits.length > 0 ? [{ file: document.file, edits }] : [];
}
