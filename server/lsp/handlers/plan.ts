import { findingsOfEdit, planBetween, planIf, planPanel } from '../../features/panels/index.ts';
import { comparedWith } from '../comparing.ts';
import { withUris } from '../convert.ts';
import type { PlanAnswer, PlanParams } from '../protocol.ts';
import { onDocument, type RequestContext } from '../request-context.ts';
import { answering } from './handler.ts';

export const plan = answering('plan', editor => {
  const planned = onDocument(editor, (context, asked: PlanParams): PlanAnswer => {
    const { root, serving } = context,
      made = planOf(context, asked);
    if ('problem' in made) return made;
    const findings = asked.edit && findingsOfEdit(made, serving.session.rules, root.settings.configuration);
    return withUris(serving.session, root, planPanel(made, asked.edit ? made.before : made.after, findings));
  });
  return async (params, token): Promise<PlanAnswer> =>
    (await planned(params, token)) ?? { problem: 'this file belongs to no workspace of Preflight' };
});

export function planOf({ root, serving }: RequestContext, { base, edit }: PlanParams) {
  if (edit) return planIf(edit, root.workspace);
  const compared = comparedWith(root, base, serving.client.trusted);
  return 'problem' in compared ? compared : planBetween(compared.before, compared.now, compared.base);
}
