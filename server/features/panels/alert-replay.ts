import { masked } from '../../core/secrets.ts';
import { replayView } from '../../view/results/alert.ts';
import type { AlertReplay, SeriesFile } from '../../view/panels/index.ts';
import { ruleOf } from '../../simulator/alert-rule.ts';
import { ruleInWords, titleOf } from '../../simulator/alert-words.ts';
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
  const title = masked(titleOf(request.roots[0]!, rule));
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
    return { title, view: { ...view, ...replayView(answer, POINTS) }, answer };
  } catch (error) {
    if (!(error instanceof SimulationRefused)) throw error;
    return { title, view: { ...view, problem: error.message } };
  }
}
