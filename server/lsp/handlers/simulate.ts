import { simulationReport } from '../../features/panels/index.ts';
import { withUris } from '../convert.ts';
import { onPosition } from '../request-context.ts';
import { answerRequest } from './handler.ts';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compareTexts } from '../../core/wording.ts';
import type { SeriesChoice } from '../../features/panels/alert.ts';
import { readRegularFile } from '../../state/regular-file.ts';
import { disk } from '../../state/source.ts';
import { decode, reasonOf } from '../../state/text.ts';
import type { SimulateParams } from '../protocol.ts';
import { pathOf } from '../uris.ts';

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

/** The maximum number of series that a panel lists, and the maximum size in bytes of a series that is read. */
const limits = { files: 100, bytes: 50_000_000 };

/**
 * The series beside an alert rule, and the series to replay: the chosen one, or else the last by name whose name
 * begins with the name of the rule file (`slow` of `slow.alert-rule.json`). A file that is not on disk has no series.
 * @param uri of the file of the rule
 */
function seriesOf(uri: string, chosenSeries: SimulateParams['series']): SeriesChoice {
  const path = pathOf(uri);
  if (path === undefined) return { otherFiles: [], chosenFile: null };
  const folder = dirname(path),
    rule = basename(path).replace(/(\.alert-rule)?\.jsonc?$/i, '');
  const files = namesIn(folder).map(name => ({ name, uri: pathToFileURL(join(folder, name)).href }));
  const kind =
    chosenSeries && pathOf(chosenSeries.of) === path
      ? chosenSeries.uri
      : files.filter(({ name }) => name.startsWith(rule)).at(-1)?.uri;
  return { otherFiles: files, chosenFile: kind === undefined ? null : readAt(kind) };
}

function namesIn(folder: string): readonly string[] {
  try {
    return disk
      .entries(folder)
      .flatMap(entry => (entry.isFile() && /\.csv$/i.test(entry.name) ? [entry.name] : []))
      .sort(compareTexts)
      .slice(0, limits.files);
  } catch {
    return [];
  }
}

function readAt(uri: string): SeriesChoice['chosenFile'] {
  const path = pathOf(uri);
  if (path === undefined) return { uri, name: uri, problem: 'it is not in a folder of this machine' };
  const name = basename(path);
  try {
    const { text, problem } = decode(readRegularFile(path, { maxSize: limits.bytes }));
    return problem ? { uri, name, problem: problem.message } : { uri, name, text };
  } catch (error) {
    return { uri, name, problem: `it cannot be read: ${reasonOf(error)}` };
  }
}
