import { simulationReport } from '../../features/panels/index.ts';
import { withUris } from '../convert.ts';
import { onPosition } from '../request-context.ts';
import { seriesOf } from '../series-files.ts';
import { answering } from './handler.ts';

export const simulate = answering('simulate', editor =>
  onPosition(editor, (context, { uri, position: _, series, ...asked }) =>
    withUris(
      context.serving.session,
      context.root,
      simulationReport(context, {
        ...asked,
        now: Date.now(),
        ...(context.document.kind === 'alert-rule' && { series: seriesOf(uri, series) }),
      }),
    ),
  ),
);
