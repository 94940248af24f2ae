import { changeInPercent, inUnit } from '../../core/domain/metrics.ts';
import { duration } from '../../core/wording.ts';
import { ruleInWords, shownFigure } from '../../simulator/alert-words.ts';
import { SimulationRefused } from '../../simulator/simulation.ts';
import type { SubjectAnswers } from '../../simulator/subjects/index.ts';
import type { AlertReplay } from '../panels/index.ts';
import { extentOf, round, thinned } from '../plot.ts';
import { MOST_POINTS, plotSvg } from '../plot-svg.ts';

type Alert = SubjectAnswers['alert'];

/** A replay in words, with its drawing. @param most points of it */
export function replayView(
  { title, result, rule, replay }: Alert,
  most = Infinity,
): Pick<AlertReplay, 'condition' | 'evaluations' | 'undecided' | 'plot' | 'incidents'> {
  const { evaluations } = replay,
    {
      window,
      condition: { operator, threshold, metric, relative },
    } = rule;
  const shown = (figure: number): string => shownFigure(rule, round(figure)),
    valueIn = (value: number | null): string => (value === null ? '–' : inUnit(round(value), metric.unit));
  const { low, high } = extentOf(evaluations, threshold);
  const incidents = result.incidents.map(
    ({ triggered_timestamp: from, resolved_timestamp: to, current_value: value, previous_value: previous }) => ({
      from: from * 1000,
      to: to === null ? null : to * 1000,
      lasted: to === null ? null : duration((to - from) * 1000),
      value: valueIn(value),
      previous: relative ? valueIn(previous) : null,
      change: relative && previous !== null ? shown(changeInPercent(value, previous)!) : null,
    }),
  );
  return {
    condition: `${ruleInWords(rule)}${relative ? `, against the ${duration(window)} before` : ''}`,
    evaluations: evaluations.length,
    undecided: evaluations.filter(({ figure }) => figure === null).length,
    // without a figure there would be an empty picture
    plot: evaluations.every(({ figure }) => figure === null)
      ? null
      : {
          title,
          points: thinned(evaluations, operator.startsWith('>'), most).map(({ at, figure }) => ({ at, figure })),
          low,
          high,
          threshold,
          isOver: operator.startsWith('>'),
          words: { low: shown(low), high: shown(high), threshold: `${operator} ${shownFigure(rule, threshold)}` },
          incidents: incidents.map(({ from, to }) => ({ from, to })),
        },
    incidents,
  };
}

/** @throws Refused if there is nothing to draw */
export function alertSvg(answer: Alert): string {
  const { plot } = replayView(answer, MOST_POINTS);
  if (!plot) throw new SimulationRefused('there is nothing to draw: the rule could not be evaluated once');
  return plotSvg(plot);
}
