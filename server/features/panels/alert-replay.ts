import { maskSecrets } from '../../core/secrets.ts';
import type { SeriesFile } from '../../view/panel-answer.ts';
import { badge, words, type Block } from '../../view/blocks.ts';
import { replayBlock, replaySection } from '../../view/results/alert.ts';
import { ruleOf } from '../../simulator/alert-rule.ts';
import { ruleInWords, titleOf } from '../../simulator/alert-words.ts';
import { isWithheld, SimulationRefused, type Request } from '../../simulator/simulation.ts';
import { alert, type AlertAnswer } from '../../simulator/subjects/alert.ts';

/**
 * The series that an editor offers for a rule, and the text of the chosen series or the reason why it cannot be read.
 */
export interface SeriesChoice {
  readonly otherFiles: readonly SeriesFile[];
  readonly chosenFile: (SeriesFile & ({ readonly text: string } | { readonly problem: string })) | null;
}

/** The maximum number of points that a panel can show separately. */
const MAX_POINTS = 400;

/**
 * The replay of the rule in a request over the chosen series.
 * @returns the title and block; also the answer, if the series could be replayed
 * @throws Refused if no series could be replayed with this rule
 */
export function alertReplay(
  request: Request,
  series: SeriesChoice['chosenFile'],
): { readonly title: string; readonly block: Block; readonly answer?: AlertAnswer } {
  const rule = ruleOf(request.roots[0]!);
  if ('missing' in rule)
    throw new SimulationRefused(`the rule cannot be replayed: ${rule.missing.join(', ')} missing or not known`);
  const title = maskSecrets(titleOf(request.roots[0]!, rule)),
    notice = (block: Block) => ({ title, block: replaySection(ruleInWords(rule), [block]) }),
    problem = (reason: string) => notice(words([{ badge: badge('bad', '✕', 'not replayed') }, ` ${reason}`]));
  if (!series)
    return notice(
      words('Choose a series of values or call records: a CSV or JSON file with a column timestamp.', 'quiet'),
    );
  if ('problem' in series) return problem(series.problem);
  try {
    const answer = alert.run({ ...request, options: { series: series.name }, read: () => series.text });
    if (isWithheld(answer)) return problem(`no result, because it ${answer.withheld}`);
    return { title, block: replayBlock(answer, MAX_POINTS), answer };
  } catch (error) {
    if (!(error instanceof SimulationRefused)) throw error;
    return problem(error.message);
  }
}
