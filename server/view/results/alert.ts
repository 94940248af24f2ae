import { changeInPercent, formatFigure } from '../../core/domain/metrics.ts';
import { count } from '../../core/numbers.ts';
import { duration } from '../../core/wording.ts';
import { ruleInWords, shownFigure } from '../../simulator/alert-rule.ts';
import { isoUtc } from '../../simulator/moment.ts';
import { SimulationRefused } from '../../simulator/simulation.ts';
import type { SubjectAnswers } from '../../simulator/subjects/index.ts';
import { code, section, table, words, type Block } from '../blocks.ts';
import { extentOf, round, thinEvaluations, type Plot, MAX_POINTS, plotSvg } from '../plot.ts';

type Alert = SubjectAnswers['alert'];

/**
 * The section with the times at which a rule would have fired.
 * @param limit the maximum number of points in the drawing
 */
export function replayBlock({ title, result: { incidents }, rule, replay }: Alert, limit = Infinity): Block {
  const {
      window,
      condition: { metric, isRelative },
    } = rule,
    allEvaluations = replay.evaluations,
    plot = plotOf({ title, rule, replay }, incidents, limit),
    undecidedCount = allEvaluations.filter(({ figure }) => figure === null).length,
    undecidedText = undecidedCount > 0 ? `, ${undecidedCount} without a figure` : '',
    summary = incidents.length === 0 ? 'no incident' : count(incidents.length, 'incident');
  const valueIn = (value: number | null): string => (value === null ? '–' : formatFigure(round(value), metric.unit));
  return replaySection(
    `${ruleInWords(rule)}${isRelative ? `, against the ${duration(window)} before` : ''}`,
    [
      allEvaluations.length > 0 && words(`${count(allEvaluations.length, 'evaluation')}${undecidedText}; ${summary}`),
      plot && { is: 'plot', plot },
      incidents.length > 0 &&
        table(
          'Incidents',
          ['triggered', 'resolved', 'lasted', 'value', ...(isRelative ? ['previous', 'change'] : [])],
          incidents.map(
            ({
              triggered_timestamp: start,
              resolved_timestamp: end,
              current_value: value,
              previous_value: previous,
            }) => ({
              cells: [
                isoUtc(start * 1000),
                end === null ? 'still open at the end' : isoUtc(end * 1000),
                end === null ? '–' : duration((end - start) * 1000),
                valueIn(value),
                ...(isRelative
                  ? [
                      valueIn(previous),
                      previous === null ? '–' : shownFigure(rule, round(changeInPercent(value, previous)!)),
                    ]
                  : []),
              ],
            }),
          ),
        ),
    ],
    allEvaluations.length === 0 ? undefined : summary,
  );
}

/**
 * The section about a replayed rule.
 * @param condition the condition of the rule in words
 */
export const replaySection = (condition: string, blocks: readonly (Block | null | false)[], count?: string): Block =>
  section('replay', 'When the rule would have fired', [words(code(condition), 'box'), blocks], { count });

/** The plot of a replay; null without figures, because the picture would be empty. */
function plotOf(
  { title, rule, replay: { evaluations } }: Pick<Alert, 'title' | 'rule' | 'replay'>,
  incidents: Alert['result']['incidents'],
  limit: number,
): Plot | null {
  if (evaluations.every(({ figure }) => figure === null)) return null;
  const { operator, threshold } = rule.condition,
    { low, high } = extentOf(evaluations, threshold),
    isOver = operator.startsWith('>'),
    figureText = (figure: number): string => shownFigure(rule, round(figure));
  return {
    title,
    points: thinEvaluations(evaluations, isOver, limit).map(({ at, figure }) => ({ at, figure })),
    low,
    high,
    threshold,
    isOver,
    words: { low: figureText(low), high: figureText(high), threshold: `${operator} ${shownFigure(rule, threshold)}` },
    incidents: incidents.map(({ triggered_timestamp: start, resolved_timestamp: end }) => ({
      from: start * 1000,
      to: end === null ? null : end * 1000,
    })),
  };
}

/**
 * Draws the replay of an alert rule.
 * @throws SimulationRefused if there is nothing to draw
 */
export function alertSvg(answer: Alert): string {
  const plot = plotOf(answer, answer.result.incidents, MAX_POINTS);
  if (!plot) throw new SimulationRefused('there is nothing to draw: the rule could not be evaluated once');
  return plotSvg(plot);
}
