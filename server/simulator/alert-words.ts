import type { Cursor } from '../core/cursor.ts';
import { duration } from '../core/wording.ts';
import { formatFigure } from '../core/domain/metrics.ts';
import type { AlertRule } from './alert-rule.ts';

/** A compared figure with its unit; a change has a sign. */
export const shownFigure = ({ condition: { isRelative, metric } }: AlertRule, figure: number): string =>
  isRelative ? `${figure > 0 ? '+' : ''}${figure} %` : formatFigure(figure, metric.unit);
/** The comparison of a rule: `change of call_count > +20 %`. */
function comparedInWords(rule: AlertRule): string {
  const { metric, operator, isRelative, threshold } = rule.condition;
  return `${isRelative ? `change of ${metric.name}` : metric.name} ${operator} ${shownFigure(rule, threshold)}`;
}
/** The whole condition in words: `change of call_count > +20 % over 1 d, evaluated every 1 h`. */
export const ruleInWords = (rule: AlertRule): string =>
  `${comparedInWords(rule)} over ${duration(rule.window)}, evaluated every ${duration(rule.frequency)}`;
/** A title for a rule: the name of the rule, if it has one, and its comparison. */
export const titleOf = (cursor: Cursor, rule: AlertRule): string =>
  `${cursor.get('name').string() ? `${cursor.get('name').string()}: ` : ''}${comparedInWords(rule)}`;
