import type { Cursor } from '../../core/cursor.ts';
import { verdictOf } from '../../core/domain/metrics.ts';
import { count } from '../../core/numbers.ts';
import { duration } from '../../core/wording.ts';
import { ruleOf, ruleInWords, titleOf } from '../../simulator/alert-rule.ts';
import { badge, code, section, words, type Block } from '../../view/blocks.ts';
import { maskSecrets } from '../../core/secrets.ts';
import type { SeriesFile } from '../../view/panel-answer.ts';
import { replayBlock, replaySection } from '../../view/results/alert.ts';
import { isWithheld, SimulationRefused, type Request } from '../../simulator/simulation.ts';
import { alert, type AlertAnswer } from '../../simulator/subjects/alert.ts';

const oddities = { always: 'the condition is always true', never: 'the condition is never true' } as const;

/**
 * The block about an alert rule: what it watches, and whom it notifies.
 * @param alert a place of shape `alert-rule` or `alert-rule-response`
 */
export function alertBlock(alert: Cursor): Block {
  const rule = ruleOf(alert),
    [emails, webhooks] = [alert.get('emails').items().length, alert.get('webhook_urls').items().length],
    verdict = 'missing' in rule ? undefined : verdictOf(rule.condition);
  const notes = [
    verdict && oddities[verdict],
    alert.get('active').value === false && 'the rule is not active, so the platform does not evaluate it',
    emails + webhooks === 0 && 'nobody is notified: there are neither emails nor webhook_urls',
  ];
  const recipients = [
    emails > 0 && count(emails, 'e-mail recipient'),
    webhooks > 0 && count(webhooks, 'webhook'),
  ].filter(Boolean);
  return section('alert', 'Alert rule', [
    'missing' in rule
      ? words([{ badge: badge('bad', '✕', 'incomplete') }, ` missing or not known: ${rule.missing.join(', ')}`])
      : words(
          code(
            `${ruleInWords(rule)}${rule.condition.isRelative ? `, against the ${duration(rule.window)} before` : ''}`,
          ),
          'box',
        ),
    notes.map(note => (note ? words(note, 'note') : false)),
    words(recipients.length === 0 ? 'Nobody is notified.' : `Notified: ${recipients.join(' and ')}.`, 'quiet'),
  ]);
}

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
