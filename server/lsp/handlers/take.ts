import { comparisonOf } from '../comparison.ts';
import type { FilesEdit } from '../protocol.ts';
import { onDocument } from '../request-context.ts';
import { answering } from './handler.ts';
import { made } from './new-files.ts';

/** Takes changes of the platform's side into the files; the editor applies the edit. */
export const take = answering('take', editor =>
  onDocument(editor, (context, asked): FilesEdit => {
    const comparison = comparisonOf(context, asked);
    if ('problem' in comparison) return { why: comparison.problem };
    const taken = comparison.take?.(asked.keys) ?? { why: 'there is no platform to take something from' };
    return 'why' in taken ? taken : made(context.serving, context.root, taken.edits);
  }),
);
