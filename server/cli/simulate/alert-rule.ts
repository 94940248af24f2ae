import { resolve } from 'node:path';
import type { Cursor } from '../../core/cursor.ts';
import { changeInPercent, inUnit } from '../../core/domain/metrics.ts';
import { count, didYouMean, duration, listed, show } from '../../core/words.ts';
import { readRegularFile } from '../../host/regular-file.ts';
import { decode, reasonOf } from '../../host/text.ts';
import { ruleOf, type Rule } from '../../simulator/alert-rule.ts';
import { replay, type Replay } from '../../simulator/alert.ts';
import { isoUtc, momentOf } from '../../simulator/moment.ts';
import { withheld } from '../../simulator/withheld.ts';
import { isProblem, readSeries, type Series } from '../../simulator/series.ts';
import { UsageError, type Io } from '../terminal/io.ts';
import { printable } from '../../printers/printable.ts';
import { shownFigure, titleOf } from '../../printers/alert-words.ts';
import { paint } from '../../printers/paint.ts';
import { plotSvg } from '../../printers/plot-svg.ts';
import { plotText, round, type Plot } from '../../printers/plot.ts';
import { table } from '../../printers/table.ts';
import { assumedLines, tellWithheld } from './assumed.ts';
import { recordsOf, text, type Simulated, type Simulation } from './simulation.ts';

/** Replays an alert rule over a series on a virtual clock: `preflight simulate X.alert-rule.json --series FILE`. */
export const alertRule: Simulation = {
  kinds: ['alert-rule'],
  about: 'when the rule would have fired',
  examples: `  preflight simulate slow.alert-rule.json --series latency.csv
  preflight simulate slow.alert-rule.json --series calls.json --from 2026-01-12 --format svg > slow.svg
`,
  options: {
    series: {
      value: 'FILE',
      completes: 'path',
      about:
        'CSV or JSON; - reads standard input. Points: timestamp, value (ascending, each time once). Or call records, which are ' +
        'aggregated into the metric: timestamp, and what metric and filter ask for of agent_id, agent_version, tags, channel, ' +
        'disconnection_reason, successful, sentiment, latency (ms), cost (USD), status_code, failed_functions, transfer_failed, ' +
        'qa_passed, cohort_id, duration (ms), custom_analysis_data (CSV: custom_analysis_data.NAME). Times are ISO 8601, or seconds ' +
        'or milliseconds since the epoch; CSV lists tags with |',
    },
    from: { value: 'T', about: 'where the time begins for which the series is complete; its first entry otherwise' },
    to: { value: 'T', about: 'where it ends; its last entry otherwise' },
    rule: {
      value: 'NAME',
      about: 'which rule, in a file that holds several: its name, alert_rule_id or position from 0',
    },
  },
  formats: ['table', 'json', 'svg'],
  run(simulated) {
    const { io, format, values } = simulated;
    const at = chosen(recordsOf(simulated), text(values, 'rule'), simulated.file);
    const rule = ruleOf(at);
    if ('missing' in rule) {
      const areMissing = `${rule.missing.length === 1 ? 'is' : 'are'} missing or not known`;
      throw new UsageError(
        `${simulated.file}: the rule cannot be replayed: ${listed(rule.missing, 'and')} ${areMissing}`,
      );
    }
    const path = text(values, 'series');
    if (path === undefined) throw new UsageError('an alert rule is replayed over a series: --series FILE');
    const series = seriesAt(path, io);
    const from = moment('from', text(values, 'from')),
      to = moment('to', text(values, 'to'));
    if (from !== undefined && to !== undefined && from >= to) throw new UsageError('--from must be before --to');
    const done = replay(rule, series, { from, to });
    if ('problem' in done) throw new UsageError(`${path}: ${done.problem}`);
    const refused = withheld(done.assumptions, simulated.workspace);
    if (refused !== undefined) return tellWithheld(simulated, refused);
    for (const note of notes(at, rule, series, done)) io.stderr.write(`${printable(note)}\n`);
    const plot: Plot = {
      title: titleOf(at, rule),
      replay: done,
      operator: rule.condition.operator,
      threshold: rule.condition.threshold,
      shown: figure => shownFigure(rule, figure),
    };
    if (format === 'json') {
      const { evaluations, incidents, assumptions } = done;
      const shown = { version: 1, kind: 'alert-rule', evaluations: evaluations.length, incidents, assumptions };
      io.stdout.write(`${JSON.stringify(shown, undefined, 2)}\n`);
    } else if (format === 'svg') {
      if (done.evaluations.length === 0)
        throw new UsageError('there is nothing to draw: the rule could not be evaluated once');
      io.stdout.write(plotSvg(plot));
    } else io.stdout.write(report(plot, rule, simulated));
    return 0;
  },
};

/** @throws UsageError */
function chosen(rules: readonly Cursor[], wanted: string | undefined, file: string): Cursor {
  const names = rules.map(rule => rule.get('name').string() ?? '');
  if (rules.length === 0) throw new UsageError(`${file} holds no rule`);
  if (wanted === undefined) {
    if (rules.length === 1) return rules[0]!;
    throw new UsageError(
      `${file} holds ${rules.length} rules; --rule says which: ${listed(names.map((name, i) => (name === '' ? String(i) : show(name))))}`,
    );
  }
  const found =
    rules.find((rule, i) => names[i] === wanted || rule.get('alert_rule_id').value === wanted) ??
    (/^\d+$/.test(wanted) ? rules[Number(wanted)] : undefined);
  if (!found)
    throw new UsageError(
      `${file} holds no rule ${show(wanted)}${
        didYouMean(wanted, names) ||
        `; there ${rules.length === 1 ? 'is' : 'are'} ${listed(
          names.map(name => show(name)),
          'and',
        )}`
      }`,
    );
  return found;
}

/** @throws UsageError with the line of what cannot be read */
function seriesAt(path: string, io: Io): Series {
  let bytes: Buffer;
  try {
    bytes = path === '-' ? io.readStdin() : readRegularFile(resolve(io.cwd, path));
  } catch (error) {
    throw new UsageError(`--series: ${path} cannot be read: ${reasonOf(error)}`);
  }
  const read = decode(bytes);
  if (read.problem) throw new UsageError(`--series: ${path}: ${read.problem.message}`);
  const series = readSeries(read.text);
  if (isProblem(series))
    throw new UsageError(`${path === '-' ? 'standard input' : path}:${series.line} ${printable(series.message)}`);
  return series;
}

/** @throws UsageError */
function moment(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const read = momentOf(value);
  if (!read)
    throw new UsageError(
      `--${option} ${show(value)} is no time: ISO 8601, or seconds or milliseconds since the epoch, is expected`,
    );
  return read.at;
}

function notes(
  at: Cursor,
  { frequency, window, condition }: Rule,
  series: Series,
  { evaluations, notes }: Replay,
): string[] {
  const covered = `the series covers ${duration(spanOf(series))}`;
  const rarely = frequency > window ? `, and it is evaluated every ${duration(frequency)}` : '';
  return [
    ...(at.get('active').value === false ? ['the rule is not active, so the platform would not evaluate it'] : []),
    ...(series.ignored.length > 0 ? [`not read: ${listed(series.ignored, 'and')}`] : []),
    ...notes,
    ...(evaluations.length === 0
      ? [
          `nothing could be evaluated: ${covered}, the window ${duration(window)}${rarely}; ` +
            '--from and --to say for which time the series is complete',
        ]
      : []),
    ...(evaluations.length > 0 && condition.relative && evaluations.every(({ previous }) => previous === null)
      ? [`no change could be told: ${covered}, and two windows are ${duration(2 * window)}`]
      : []),
  ];
}

const spanOf = (series: Series): number =>
  series.kind === 'values'
    ? series.points.at(-1)!.at - series.points[0]!.at
    : series.records.at(-1)!.timestamp - series.records[0]!.timestamp;

const shownValue = ({ condition: { metric } }: Rule, value: number | null): string =>
  value === null ? '–' : inUnit(round(value), metric.unit);

function report(plot: Plot, rule: Rule, { io, colours }: Simulated): string {
  const { evaluations, incidents, assumptions } = plot.replay,
    style = paint(colours);
  const { frequency, window, condition } = rule;
  const undecided = evaluations.filter(({ figure }) => figure === null).length;
  const against = condition.relative ? `, against the ${duration(window)} before` : '';
  const without = undecided > 0 ? `, ${undecided} without a figure` : '';
  const found = incidents.length === 0 ? 'no incident' : count(incidents.length, 'incident');
  const lines = [
    `${style.bold(printable(plot.title))}\n`,
    `over ${duration(window)}, evaluated every ${duration(frequency)}${against}\n`,
    `${count(evaluations.length, 'evaluation')}${without}; ${found}\n`,
  ];
  if (evaluations.length > 0) lines.push('\n', plotText(plot, io.stdout.columns, style));
  if (incidents.length > 0) {
    lines.push(
      '\n',
      table(
        [
          ['triggered', 'resolved', 'lasted', 'value', ...(condition.relative ? ['previous', 'change'] : [])],
          ...incidents.map(({ triggered_timestamp: from, resolved_timestamp: to, current_value, previous_value }) => [
            isoUtc(from * 1000),
            to === null ? 'not by the end' : isoUtc(to * 1000),
            to === null ? '–' : duration((to - from) * 1000),
            shownValue(rule, current_value),
            ...(condition.relative
              ? [
                  shownValue(rule, previous_value),
                  shownFigure(rule, round(changeInPercent(current_value, previous_value!)!)),
                ]
              : []),
          ]),
        ],
        Math.max(io.stdout.columns, 100),
      ),
    );
  }
  return (
    lines.join('') +
    assumedLines(assumptions, io.stdout.columns)
      .map(line => `${line}\n`)
      .join('')
  );
}
