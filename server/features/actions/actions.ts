import { inDialectOf } from '../../core/domain/in-dialect.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { ShownFinding } from '../context.ts';
import { DISABLE, disableActions, disableLater, settingsActions } from './accept.ts';
import { type Action, type ActionContext, type SelectionContext, isWanted } from './action.ts';
import { fileActions, fixActions } from './fixes.ts';
import { findingsAt, firstOf } from './findings-at.ts';
import { missingActions } from './missing.ts';
import { addElseEdge, extractVariable, rewriteReference } from './refactor-text.ts';
import { splitExport } from './split.ts';
import { whyPublished } from '../published.ts';

export { editsOf } from './fixes.ts';
export type { Action, ActionContext, SelectionContext, DeferredWork as Later } from './action.ts';

/**
 * The possible actions for the findings at a range, most likely first, and for the whole file. Never throws, on any
 * text.
 * @param findings of the document, as the editor shows them; findings of other files are skipped
 */
export function actionsAt(...args: Parameters<typeof actionsInSteps>): Action[] {
  const steps = actionsInSteps(...args);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** Computes the actions in steps; between two steps, other requests can be answered. */
export function* actionsInSteps(
  selection: SelectionContext,
  findings: readonly ShownFinding[],
  context: ActionContext,
): Generator<void, Action[]> {
  const { document, span } = selection;
  const findingsHere = findingsAt(document, span, findings);
  const explain = explainActions(findingsHere, context);
  if (!context.isTrusted) return explain.filter(({ kind }) => isWanted(kind, context));
  const placeActions: Action[] = [];
  if (isWanted('quickfix', context) || isWanted('quickfix.all', context)) {
    placeActions.push(...(yield* fixActions(selection, findingsHere, findings, context)));
    yield;
    placeActions.push(...missingActions(document, findingsHere, findings));
    yield;
  }
  const disable = context.folds && isWanted('quickfix', context) ? disableLater : disableActions;
  const remainingActions = [
    ...(isWanted('quickfix', context) ? settingsActions(selection, findingsHere, context) : []),
    ...(isWanted(DISABLE, context) ? disable(selection, findingsHere, context) : []),
    ...(isWanted('quickfix', context) ? explain : []),
  ];
  const refactorings =
    isWanted('refactor', context) || wantsPart('refactor', context) ? refactorActions(selection, context) : [];
  return [
    ...placeActions,
    ...fileActions(selection, findingsHere, findings, context),
    ...remainingActions,
    ...refactorings,
  ]
    .filter(({ kind }) => isWanted(kind, context))
    .map(action => unlessPublished(action, selection.workspace))
    .map(action => ({ ...action, title: inDialectOf(document, action.title) }));
}

function unlessPublished(action: Action, workspace: Workspace): Action {
  const { title, kind, finding, edits } = action,
    // splitting an export does not change any value of the published version
    disabledReason = kind === 'refactor.move' ? undefined : whyPublished(edits, workspace);
  return disabledReason === undefined
    ? action
    : { title, kind, ...(finding && { finding }), edits: [], disabledReason };
}

const wantsPart = (kind: string, { onlyKinds = [] }: ActionContext): boolean =>
  onlyKinds.some(wantedKind => wantedKind.startsWith(`${kind}.`));

/** Refactorings that are offered without a finding. */
const refactorActions = (selection: SelectionContext, { isTaken = () => false }: ActionContext): Action[] => [
  ...rewriteReference(selection),
  ...extractVariable(selection),
  ...addElseEdge(selection),
  ...splitExport(selection, file => isTaken(file) || selection.workspace.document(file) !== undefined),
];

/** For each rule at the place, an action that shows its page. */
function explainActions(findings: readonly ShownFinding[], { rules }: ActionContext): Action[] {
  const ids = new Set(rules.rules.map(({ id }) => id));
  return firstOf(findings, ({ finding }) => finding.rule)
    .filter(({ finding }) => ids.has(finding.rule))
    .map(({ finding }) => ({
      title: `Explain ${finding.rule}`,
      kind: 'quickfix',
      finding,
      edits: [],
      command: { name: 'explain', argument: finding.rule },
    }));
}
