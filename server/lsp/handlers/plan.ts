import { comparableAt, textKeyAt } from '../../features/panels/index.ts';
import { comparisonOf, type Comparison } from '../comparison.ts';
import { withUris } from '../convert.ts';
import type { EditorConnection } from '../editor-connection.ts';
import { offsetIn } from '../positions.ts';
import type { ComparedTexts, FilesEdit, PlanAnswer, PlanParams } from '../protocol.ts';
import { onDocument, onPosition, type RequestContext } from '../request-context.ts';
import { answering } from './handler.ts';
import { made } from './new-files.ts';

/** A handler about a comparison; `refused` answers with the reason why nothing can be compared. */
const comparing = <P extends PlanParams, R>(
  editor: () => EditorConnection,
  answer: (comparison: Comparison, context: RequestContext, params: P) => R,
  refused: (problem: { readonly problem: string }) => R,
) =>
  onDocument(editor, (context, params: P): R => {
    const comparison = comparisonOf(context, params);
    return 'problem' in comparison ? refused(comparison) : answer(comparison, context, params);
  });

export const plan = answering('plan', editor => {
  const planned = comparing<PlanParams, PlanAnswer>(
    editor,
    (comparison, { serving, root }) => withUris(serving.session, root, comparison.panel()),
    problem => problem,
  );
  return async (params, token): Promise<PlanAnswer> =>
    (await planned(params, token)) ?? { problem: 'this file belongs to no workspace of Preflight' };
});

export const planText = answering('planText', editor =>
  comparing(
    editor,
    (comparison, _, { format }) => comparison.text(format),
    () => null,
  ),
);

export const comparedTexts = answering('comparedTexts', editor =>
  comparing(
    editor,
    ({ sides, texts }, context, { position }): ComparedTexts => ({
      sides,
      at: position ? textKeyAt({ ...context, offset: offsetIn(context.document, position) }) : null,
      texts: texts(),
    }),
    problem => problem,
  ),
);

export const comparable = answering('comparable', editor => onPosition(editor, comparableAt));

/** The editor applies the edit. */
export const take = answering('take', editor =>
  comparing(
    editor,
    (comparison, { serving, root }, { keys }): FilesEdit => {
      const taken = comparison.take?.(keys) ?? { why: 'there is no platform to take something from' };
      return 'why' in taken ? taken : made(serving, root, taken.edits);
    },
    ({ problem }) => ({ why: problem }),
  ),
);
