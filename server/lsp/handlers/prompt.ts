import { promptAt } from '../../features/panels/index.ts';
import { withUris } from '../convert.ts';
import { onPosition } from '../request-context.ts';
import { answerRequest } from './handler.ts';

export const prompt = answerRequest('prompt', editor =>
  onPosition(editor, (context, params) => withUris(context.editor.session, context.root, promptAt(context, params))),
);
