import type { Cursor } from '../core/cursor.ts';
import { conditionOf, periodOf, type Condition, formatFigure } from '../core/domain/metrics.ts';
import { duration } from '../core/wording.ts';

/** An alert rule with all data for a replay; periods are in milliseconds. */
export interface AlertRule {
  readonly condition: Condition;
  readonly filter: Cursor;
  readonly frequency: number;
  readonly window: number;
}

/**
 * Reads an alert rule.
 * @param alert a place of shape `alert-condition`
 * @returns the rule, or the names of its missing or unknown parts. Spec: Alert rule, alert incident
 */
export function ruleOf(alert: Cursor): AlertRule | { readonly missing: readonly string[] } {
  const condition = conditionOf(alert),
    frequency = periodOf('frequency', alert.get('frequency').value),
    window = periodOf('window', alert.get('window').value);
  if (condition && frequency !== undefined && window !== undefined)
    return { condition, filter: alert.get('filter'), frequency, window };
  const missingFields = ['metric_type', 'threshold_type', 'threshold_value', 'comparator'].filter(
    field => !alert.get(field).exists || !isKnown(alert.get(field)),
  );
  const unusableFields = missingFields.length > 0 ? missingFields : ['metric_type'];
  return {
    missing: [
      ...(condition ? [] : unusableFields),
      ...(frequency === undefined ? ['frequency'] : []),
      ...(window === undefined ? ['window'] : []),
    ],
  };
}

const isKnown = (field: Cursor): boolean =>
  field.marks.enum ? field.marks.enum.includes(field.value ?? null) : field.number() !== undefined;

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
