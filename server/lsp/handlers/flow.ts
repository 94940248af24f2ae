import { flowView, longDrawing } from '../../features/panels/index.ts';
import { placedFinding } from '../../simulator/flow-graph.ts';
import { withUris } from '../convert.ts';
import { notifications, type DrawingParams, type FlowParams } from '../protocol.ts';
import { onPosition } from '../request-context.ts';
import { findingsOf } from '../root.ts';
import { answerRequest } from './handler.ts';

export const flow = answerRequest('flow', (editor, connection) => {
  const largeFlow = onPosition<FlowParams, number>(editor, longDrawing);
  const drawFlow = onPosition<FlowParams, object>(editor, context => {
    const { root, editor } = context;
    return withUris(
      editor.session,
      root,
      flowView(context, document =>
        findingsOf(root, document, editor.session.rules).map(({ finding }) => placedFinding(finding)),
      ),
    );
  });
  return async (params, token) => {
    const nodes = await largeFlow(params, token);
    if (nodes) await connection.sendNotification(notifications.drawing, { nodes } satisfies DrawingParams);
    return drawFlow(params, token);
  };
});
