import { previewAt } from '../../features/panels/index.ts';
import { withUris } from '../convert.ts';
import { onPosition } from '../request-context.ts';
import { answerRequest } from './handler.ts';

export const preview = answerRequest('preview', editor =>
  onPosition(editor, (context, { calls, seed }) =>
    withUris(
      context.editor.session,
      context.root,
      previewAt(context, {
        now: Date.now(),
        ...(calls !== undefined && { calls }),
        ...(seed !== undefined && { seed }),
      }),
    ),
  ),
);
