import { planText as textOf } from '../../features/panels/index.ts';
import { onDocument } from '../request-context.ts';
import { answering } from './handler.ts';
import { planOf } from './plan.ts';

export const planText = answering('planText', editor =>
  onDocument(editor, (context, asked) => {
    const plan = planOf(context, asked);
    return 'problem' in plan ? null : textOf(plan, asked.format);
  }),
);
