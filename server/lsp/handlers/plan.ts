import { comparisonOf } from '../comparison.ts';
import { withUris } from '../convert.ts';
import type { PlanAnswer, PlanParams } from '../protocol.ts';
import { onDocument } from '../request-context.ts';
import { answering } from './handler.ts';

export const plan = answering('plan', editor => {
  const planned = onDocument(editor, (context, asked: PlanParams): PlanAnswer => {
    const { root, serving } = context,
      comparison = comparisonOf(context, asked);
    return 'problem' in comparison ? comparison : withUris(serving.session, root, comparison.panel());
  });
  return async (params, token): Promise<PlanAnswer> =>
    (await planned(params, token)) ?? { problem: 'this file belongs to no workspace of Preflight' };
});
