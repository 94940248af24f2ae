import { conditionOf } from '../server/core/domain/metrics.ts';
import { exact } from '../server/core/domain/weights.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'threshold-as-fraction',
  group: 'alerts',
  aliases: ['fraction-for-percent'],
  severity: 'warning',
  summary: 'A threshold in percent looks like a fraction.',
  why: `
    Rates are between 0 and 100, and a relative threshold is a change in percent. \`0.2\` is a fifth of one percent,
    not 20 %, so "success rate below 0.2" stays silent until practically every call fails.
  `,
  spec: 'domain',
  at: { 'alert-rule': '', 'alert-rule-response': '' },

  check(alert) {
    const condition = conditionOf(alert);
    if (!condition) return undefined;
    const { metric, threshold, relative } = condition;
    const percent = relative || metric.unit === 'percent';
    if (!percent || threshold === 0 || Math.abs(threshold) >= 1 || (threshold < 0 && !relative)) return undefined;
    const meant = exact(threshold * 100);
    const contacts = metric.channel === 'chat' ? 'chats' : 'calls';
    const what = (percent: number): string => (relative ? `a change of ${percent} %` : `${percent} % of ${contacts}`);
    return {
      at: alert.get('threshold_value'),
      message: `threshold_value: ${threshold} means ${what(threshold)}, not ${meant} %; did you mean ${meant}?`,
      fix: set(alert.get('threshold_value'), meant, { title: `Use ${meant}` }),
    };
  },

  examples: {
    invalid: files`
      -- mood.alert-rule.json --
      {
        "metric_type": "negative_sentiment_rate", "threshold_type": "absolute",
        "threshold_value": 0.2,
                           ^^^ warning: threshold_value: 0.2 means 0.2 % of calls, not 20 %; did you mean 20?
      => "threshold_value": 20,
        "comparator": ">"
      }
      -- cost.alert-rule.json --
      {
        "metric_type": "total_call_cost", "threshold_type": "relative",
        "threshold_value": 0.5,
                           ^^^ warning: threshold_value: 0.5 means a change of 0.5 %, not 50 %; did you mean 50?
      => "threshold_value": 50,
        "comparator": ">"
      }
    `,
    valid: files`
      -- mood.alert-rule.json --
      {
        "metric_type": "negative_sentiment_rate", "threshold_type": "absolute", "threshold_value": 1,
        "comparator": ">"
      }
      -- cost.alert-rule.json --
      { "metric_type": "total_call_cost", "threshold_type": "absolute", "threshold_value": 0.5, "comparator": ">" }
      -- none.alert-rule.json --
      {
        "metric_type": "chat_negative_sentiment_rate", "threshold_type": "absolute", "threshold_value": 0,
        "comparator": ">"
      }
    `,
  },
});
