import type { Cursor } from '../../core/cursor.ts';
import { didYouMean, duration, listed, show } from '../../core/wording.ts';
import { ruleOf, type AlertRule, titleOf } from '../alert-rule.ts';
import { replay, type Replay } from '../alert.ts';
import { momentOf, notAMoment } from '../moment.ts';
import { isProblem, readSeries, spanOf, type Series } from '../series.ts';
import { SimulationRefused, text, withheld, type Answer, type Simulation } from '../simulation.ts';

/** The answer with the data for the pictures of a replay. */
export interface AlertAnswer extends Answer<'alert'> {
  readonly rule: AlertRule;
  readonly replay: Replay;
}

/** Replays an alert rule over a series on a virtual clock: `preflight simulate X.alert-rule.json --series FILE`. */
export const alert: Simulation<AlertAnswer> = {
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
        'aggregated into the metric: timestamp, and the fields that the metric and the filter use. Supported: agent_id, agent_version, ' +
        'tags, channel, disconnection_reason, successful, sentiment, latency (ms), cost (USD), status_code, failed_functions, ' +
        'transfer_failed, qa_passed, cohort_id, duration (ms), custom_analysis_data (CSV: custom_analysis_data.NAME). Times are ' +
        'ISO 8601, or seconds or milliseconds since the epoch; CSV lists tags with |. ' +
        'Answers of list-calls and list-chats are call records, too',
    },
    from: { value: 'T', about: 'start of the time that the series covers completely (default: its first entry)' },
    to: { value: 'T', about: 'end of that time (default: the last entry of the series)' },
    rule: {
      value: 'NAME',
      about: 'the rule to replay, if the file has several: its name, alert_rule_id, or position from 0',
    },
  },
  run({ roots, workspace, options, file, read }) {
    const cursor = chooseRule(roots, text(options, 'rule'), file);
    const rule = ruleOf(cursor);
    if ('missing' in rule) {
      const areMissing = `${rule.missing.length === 1 ? 'is' : 'are'} missing or not known`;
      throw new SimulationRefused(`${file}: the rule cannot be replayed: ${listed(rule.missing, 'and')} ${areMissing}`);
    }
    const path = text(options, 'series');
    if (path === undefined) throw new SimulationRefused('an alert rule is replayed over a series: --series FILE');
    const series = readSeries(read(path));
    if (isProblem(series))
      throw new SimulationRefused(`${path === '-' ? 'standard input' : path}:${series.line} ${series.message}`);
    const start = moment('from', text(options, 'from')),
      end = moment('to', text(options, 'to'));
    if (start !== undefined && end !== undefined && start >= end)
      throw new SimulationRefused('--from must be before --to');
    const replayResult = replay(rule, series, { from: start, to: end });
    if ('problem' in replayResult) throw new SimulationRefused(`${path}: ${replayResult.problem}`);
    const { evaluations, incidents, assumptions } = replayResult,
      refusal = withheld(assumptions, workspace);
    if (refusal !== undefined) return { withheld: refusal };
    return {
      subject: 'alert',
      title: titleOf(cursor, rule),
      notes: [],
      warnings: warningsOf(cursor, rule, series, replayResult),
      result: { version: 1, kind: 'alert-rule', evaluations: evaluations.length, incidents, assumptions },
      rule,
      replay: replayResult,
    };
  },
};

/**
 * The rule with a name, id or position in a file.
 * @throws Refused if the file has no such rule
 */
function chooseRule(rules: readonly Cursor[], ruleName: string | undefined, file: string): Cursor {
  const names = rules.map(rule => rule.get('name').string() ?? '');
  if (rules.length === 0) throw new SimulationRefused(`${file} has no rule`);
  if (ruleName === undefined) {
    if (rules.length === 1) return rules[0]!;
    throw new SimulationRefused(
      `${file} has ${rules.length} rules; --rule says which: ${listed(names.map((name, i) => (name === '' ? String(i) : show(name))))}`,
    );
  }
  const match =
    rules.find((rule, i) => names[i] === ruleName || rule.get('alert_rule_id').value === ruleName) ??
    (/^\d+$/.test(ruleName) ? rules[Number(ruleName)] : undefined);
  if (match) return match;
  const ruleNames = listed(
    names.map(name => show(name)),
    'and',
  );
  throw new SimulationRefused(
    `${file} has no rule ${show(ruleName)}${didYouMean(ruleName, names) || `; its rules: ${ruleNames}`}`,
  );
}

/**
 * Reads the moment of an option.
 * @throws Refused
 */
function moment(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const moment = momentOf(value);
  if (!moment) throw new SimulationRefused(`--${option}: ${notAMoment(value)}`);
  return moment.time;
}

function warningsOf(cursor: Cursor, rule: AlertRule, series: Series, { evaluations, notes }: Replay): string[] {
  const { frequency, window, condition } = rule;
  const coverage = `the series covers ${duration(spanOf(series))}`;
  const frequencyText = frequency > window ? `, and it is evaluated every ${duration(frequency)}` : '';
  return [
    ...(cursor.get('active').value === false ? ['the rule is not active, so the platform does not evaluate it'] : []),
    ...(series.omissions.length > 0 ? [`not read: ${listed(series.omissions, 'and')}`] : []),
    ...notes,
    ...(evaluations.length === 0
      ? [
          `nothing could be evaluated: ${coverage}, the window ${duration(window)}${frequencyText}; ` +
            '--from and --to say for which time the series is complete',
        ]
      : []),
    ...(evaluations.length > 0 && condition.isRelative && evaluations.every(({ previous }) => previous === null)
      ? [`no change could be computed: ${coverage}, and two windows are ${duration(2 * window)}`]
      : []),
  ];
}
