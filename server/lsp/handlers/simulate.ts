import { simulationReport } from '../../features/panels/index.ts';
import { withUris } from '../convert.ts';
import { onPosition } from '../request-context.ts';
import { seriesOf } from '../series-files.ts';
import { answerRequest } from './handler.ts';

export const simulate = answerRequest('simulate', editor =>
  onPosition(editor, (context, { uri, position: _, series, ...options }) =>
    withUris(
      context.editor.session,
      context.root,
      simulationReport(context, {
        ...options,
        now: Date.now(),
        ...(context.document.kind === 'alert-rule' && { series: seriesOf(uri, series) }),
      }),
    ),
  ),
);
