import { promptAt } from '../../features/panels/index.ts';
import { withUris } from '../convert.ts';
import { onPosition } from '../request-context.ts';
import { answering } from './handler.ts';

export const prompt = answering('prompt', editor =>
  onPosition(editor, (context, asked) => withUris(context.serving.session, context.root, promptAt(context, asked))),
);
