import { changeInPercent, inUnit } from '../../core/domain/metrics.ts';
import { count, duration } from '../../core/wording.ts';
import type { AlertRule } from '../../simulator/alert-rule.ts';
import { shownFigure } from '../../simulator/alert-words.ts';
import { isoUtc } from '../../simulator/moment.ts';
import { SimulationRefused } from '../../simulator/simulation.ts';
import type { SubjectAnswers } from '../../simulator/subjects/index.ts';
import { plotSvg } from '../plot-svg.ts';
import { plotText, round, type Plot } from '../plot.ts';
import { printable } from '../printable.ts';
import { table } from '../table.ts';
import { assumedLines, type Shown } from './simulation.ts';

type Alert = SubjectAnswers['alert'];
export const plotOf = ({ title, replay, rule }: Alert): Plot => ({
  title,
  replay,
  operator: rule.condition.operator,
  threshold: rule.condition.threshold,
  shown: figure => shownFigure(rule, figure),
});

/** @throws Refused if there is nothing to draw */
export function alertSvg(answer: Alert): string {
  if (answer.result.evaluations === 0)
    throw new SimulationRefused('there is nothing to draw: the rule could not be evaluated once');
  return plotSvg(plotOf(answer));
}

const shownValue = ({ condition: { metric } }: AlertRule, value: number | null): string =>
  value === null ? '–' : inUnit(round(value), metric.unit);

export function alertText(answer: Alert, { paint, columns }: Shown): string {
  const { result, rule, replay, title } = answer,
    { evaluations, incidents, assumptions } = result;
  const { frequency, window, condition } = rule;
  const undecided = replay.evaluations.filter(({ figure }) => figure === null).length;
  const against = condition.relative ? `, against the ${duration(window)} before` : '';
  const without = undecided > 0 ? `, ${undecided} without a figure` : '';
  const found = incidents.length === 0 ? 'no incident' : count(incidents.length, 'incident');
  const lines = [
    `${paint.bold(printable(title))}\n`,
    `over ${duration(window)}, evaluated every ${duration(frequency)}${against}\n`,
    `${count(evaluations, 'evaluation')}${without}; ${found}\n`,
  ];
  if (evaluations > 0) lines.push('\n', plotText(plotOf(answer), columns, paint));
  if (incidents.length > 0)
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
        Math.max(columns, 100),
      ),
    );
  return [...lines, ...assumedLines(assumptions, columns).map(line => `${line}\n`)].join('');
}
