import { inUnit } from '../../core/domain/metrics.ts';
import { duration } from '../../core/wording.ts';
import { extentOf, round, thinned } from '../../view/plot.ts';
import { plotOf } from '../../view/simulations/alert.ts';
import type { AlertReplay, SeriesFile } from '../../view/panels/index.ts';
import { ruleOf, type AlertRule } from '../../simulator/alert-rule.ts';
import { ruleInWords, shownFigure, titleOf } from '../../simulator/alert-words.ts';
import { isWithheld, SimulationRefused, type Request } from '../../simulator/simulation.ts';
import { alert, type AlertAnswer } from '../../simulator/subjects/alert.ts';

/** The series that an editor offers for a rule, and the text of the chosen one, or why it has none. */
export interface SeriesAsked {
  readonly beside: readonly SeriesFile[];
  readonly chosen: (SeriesFile & ({ readonly text: string } | { readonly problem: string })) | null;
}

/** As many points as a panel can show separately. */
const POINTS = 400;

/**
 * The rule of a request, replayed over the chosen series.
 * @returns with the answer, if there is one
 * @throws Refused if nothing can be replayed, whatever the series
 */
export function alertReplay(
  request: Request,
  { beside, chosen }: SeriesAsked,
): { readonly title: string; readonly view: AlertReplay; readonly answer?: AlertAnswer } {
  const rule = ruleOf(request.roots[0]!);
  if ('missing' in rule)
    throw new SimulationRefused(`the rule cannot be replayed: ${rule.missing.join(', ')} missing or not known`);
  const title = titleOf(request.roots[0]!, rule);
  const view: AlertReplay = {
    condition: ruleInWords(rule),
    series: chosen && { uri: chosen.uri, name: chosen.name },
    beside,
    problem: null,
    evaluations: 0,
    undecided: 0,
    plot: null,
    incidents: [],
  };
  if (!chosen) return { title, view };
  if ('problem' in chosen) return { title, view: { ...view, problem: chosen.problem } };
  try {
    const answer = alert.run({ ...request, asked: { series: chosen.name }, read: () => chosen.text });
    if (isWithheld(answer)) return { title, view: { ...view, problem: `no result, because it ${answer.withheld}` } };
    return { title, view: { ...view, ...drawn(answer, rule) }, answer };
  } catch (error) {
    if (!(error instanceof SimulationRefused)) throw error;
    return { title, view: { ...view, problem: error.message } };
  }
}

function drawn(
  answer: AlertAnswer,
  rule: AlertRule,
): Pick<AlertReplay, 'evaluations' | 'undecided' | 'plot' | 'incidents'> {
  const { evaluations } = answer.replay,
    { operator, threshold, metric } = rule.condition;
  const shown = (figure: number): string => shownFigure(rule, round(figure));
  const plot = plotOf(answer),
    { low, high } = extentOf(plot);
  const points = thinned(plot, POINTS).map(({ at, figure }) => ({ at, figure }));
  const words = { low: shown(low), high: shown(high), threshold: `${operator} ${shownFigure(rule, threshold)}` };
  return {
    evaluations: evaluations.length,
    undecided: evaluations.filter(({ figure }) => figure === null).length,
    plot: evaluations.length === 0 ? null : { points, low, high, threshold, words },
    incidents: answer.result.incidents.map(
      ({ triggered_timestamp: from, resolved_timestamp: to, current_value: value }) => ({
        from: from * 1000,
        to: to === null ? null : to * 1000,
        lasted: to === null ? null : duration((to - from) * 1000),
        value: inUnit(round(value), metric.unit),
      }),
    ),
  };
}
