import { comparableAt, textKeyAt } from '../../features/panels/index.ts';
import { comparisonOf } from '../comparison.ts';
import { offsetIn } from '../positions.ts';
import type { ComparedTexts } from '../protocol.ts';
import { onDocument, onPosition } from '../request-context.ts';
import { answering } from './handler.ts';

/** The long texts that a comparison finds different. */
export const texts = answering('texts', editor =>
  onDocument(editor, (context, asked): ComparedTexts => {
    const comparison = comparisonOf(context, asked);
    if ('problem' in comparison) return comparison;
    const offset = asked.position && offsetIn(context.document, asked.position);
    return {
      sides: comparison.sides,
      at: offset === undefined ? null : textKeyAt({ ...context, offset }),
      texts: comparison.texts(),
    };
  }),
);

export const comparable = answering('comparable', editor => onPosition(editor, comparableAt));
