import { comparableAt, textKeyAt } from '../../features/panels/index.ts';
import { comparisonOf, type Comparison } from '../comparison.ts';
import { withUris } from '../convert.ts';
import { offsetIn } from '../positions.ts';
import type { EditorConnection } from '../editor-connection.ts';
import type { ComparedTexts, FilesEdit, PlanAnswer, PlanParams } from '../protocol.ts';
import { onDocument, onPosition, type RequestContext } from '../request-context.ts';
import { answerRequest } from './handler.ts';
import { filesEdit } from './new-files.ts';

/**
 * A handler of requests about a comparison.
 * @param refuse returns the answer with the reason if there is no comparison
 */
const onComparison = <P extends PlanParams, R>(
  editor: () => EditorConnection,
  answer: (comparison: Comparison, context: RequestContext, params: P) => R,
  refuse: (problem: { readonly problem: string }) => R,
) =>
  onDocument(editor, (context, params: P): R => {
    const comparison = comparisonOf(context, params);
    return 'problem' in comparison ? refuse(comparison) : answer(comparison, context, params);
  });

export const plan = answerRequest('plan', editor => {
  const answerPlan = onComparison<PlanParams, PlanAnswer>(
    editor,
    (comparison, { editor, root }) => withUris(editor.session, root, comparison.panel()),
    problem => problem,
  );
  return async (params, token): Promise<PlanAnswer> =>
    (await answerPlan(params, token)) ?? { problem: 'this file belongs to no workspace of Preflight' };
});

export const planText = answerRequest('planText', editor =>
  onComparison(
    editor,
    (comparison, _, { format }) => comparison.text(format),
    () => null,
  ),
);

export const comparedTexts = answerRequest('comparedTexts', editor =>
  onComparison(
    editor,
    ({ sides, texts }, context, { position }): ComparedTexts => ({
      sides,
      at: position ? textKeyAt({ ...context, offset: offsetIn(context.document, position) }) : null,
      texts: texts(),
    }),
    problem => problem,
  ),
);

export const comparableVersions = answerRequest('comparable', editor => onPosition(editor, comparableAt));

/** Answers with an edit that takes the platform's changes; the editor applies the edit. */
export const takeChanges = answerRequest('take', editor =>
  onComparison(
    editor,
    (comparison, { editor, root }, { keys }): FilesEdit => {
      const takeover = comparison.take?.(keys) ?? { reason: 'there is no export from which to take changes' };
      return 'reason' in takeover ? takeover : filesEdit(editor, root, takeover.edits);
    },
    ({ problem }) => ({ reason: problem }),
  ),
);
