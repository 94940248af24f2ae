import { comparisonOf } from '../comparison.ts';
import { onDocument } from '../request-context.ts';
import { answering } from './handler.ts';

export const planText = answering('planText', editor =>
  onDocument(editor, (context, asked) => {
    const comparison = comparisonOf(context, asked);
    return 'problem' in comparison ? null : comparison.text(asked.format);
  }),
);
