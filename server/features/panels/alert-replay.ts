import type { Cursor } from '../../core/cursor.ts';
import { inUnit } from '../../core/domain/metrics.ts';
import type { Assumption } from '../../core/workspace/assumptions.ts';
import { duration } from '../../core/words.ts';
import type { AlertReplay, SeriesFile } from '../../protocol/index.ts';
import { comparedInWords, shownFigure } from '../../printers/alert-words.ts';
import { extentOf, round, thinned, type Plot } from '../../printers/plot.ts';
import { replay } from '../../simulator/alert.ts';
import type { Rule } from '../../simulator/alert-rule.ts';
import { isProblem, readSeries } from '../../simulator/series.ts';

/** The series that an editor offers for a rule, and the text of the one that is chosen, or why it has none. */
export interface SeriesAsked {
  readonly beside: readonly SeriesFile[];
  readonly chosen: (SeriesFile & ({ readonly text: string } | { readonly problem: string })) | null;
}
/** What a replay says, with the notes and assumptions that it rests on. */
export interface AlertReplayed {
  readonly view: AlertReplay;
  readonly notes: readonly string[];
  readonly assumptions: readonly Assumption[];
}

/** As many points as a panel can show apart. */
const POINTS = 400;

export function alertReplay(alert: Cursor, rule: Rule, { beside, chosen }: SeriesAsked): AlertReplayed {
  const { window, frequency, condition } = rule;
  const view: AlertReplay = {
    condition: `${comparedInWords(rule)} over ${duration(window)}, evaluated every ${duration(frequency)}`,
    series: chosen && { uri: chosen.uri, name: chosen.name },
    beside,
    problem: null,
    evaluations: 0,
    undecided: 0,
    plot: null,
    incidents: [],
  };
  const plain = { view, notes: [], assumptions: [] };
  if (!chosen) return plain;
  const failed = (problem: string): AlertReplayed => ({ ...plain, view: { ...view, problem } });
  if ('problem' in chosen) return failed(chosen.problem);
  const series = readSeries(chosen.text);
  if (isProblem(series)) return failed(`line ${series.line}: ${series.message}`);
  const done = replay(rule, series);
  if ('problem' in done) return failed(done.problem);
  const { evaluations, incidents } = done;
  const shown = (figure: number): string => shownFigure(rule, round(figure));
  const plot: Plot = { title: '', replay: done, operator: condition.operator, threshold: condition.threshold, shown };
  const { low, high } = extentOf(plot);
  return {
    view: {
      ...view,
      evaluations: evaluations.length,
      undecided: evaluations.filter(({ figure }) => figure === null).length,
      plot:
        evaluations.length === 0
          ? null
          : {
              points: thinned(plot, POINTS).map(({ at, figure }) => ({ at, figure })),
              low,
              high,
              threshold: condition.threshold,
              words: {
                low: shown(low),
                high: shown(high),
                threshold: `${condition.operator} ${shownFigure(rule, condition.threshold)}`,
              },
            },
      incidents: incidents.map(({ triggered_timestamp: from, resolved_timestamp: to, current_value: value }) => ({
        from: from * 1000,
        to: to === null ? null : to * 1000,
        lasted: to === null ? null : duration((to - from) * 1000),
        value: inUnit(round(value), condition.metric.unit),
      })),
    },
    notes: [
      ...(alert.get('active').value === false ? ['the rule is not active, so the platform does not evaluate it'] : []),
      ...done.notes,
      ...(evaluations.length === 0
        ? [`the series is too short: a window is ${duration(window)}, evaluated every ${duration(frequency)}`]
        : []),
    ],
    assumptions: done.assumptions,
  };
}
