import { changeBetween, compareFractions, fractionOf, numberOf, type Fraction } from '../core/domain/fractions.ts';
import { compare, type Condition } from '../core/domain/metrics.ts';
import type { SimulateAlert } from '../core/generated/outputs.js';
import { count, duration } from '../core/wording.ts';
import type { Assumption } from '../core/workspace/assumptions.ts';
import type { AlertRule } from './alert-rule.ts';
import { samplesOf } from './samples.ts';
import type { Series } from './series.ts';

/** One evaluation of a rule. */
interface Evaluation {
  /** The end of the window, in milliseconds since the epoch. */
  readonly at: number;
  /** The figure of the window; `previous` is the figure of the window before. Both are null without a figure. */
  readonly value: number | null;
  readonly previous: number | null;
  /** The figure compared with the threshold: the value, or its change in percent. */
  readonly figure: number | null;
  /** Whether the exact figure meets the condition; null without a figure. */
  readonly isMet: boolean | null;
}
/**
 * The part of an alert incident that a replay can compute; times in seconds since the epoch. Spec: Alert incident
 * response.
 */
type Incident = SimulateAlert['incidents'][number];
export interface Replay {
  readonly evaluations: readonly Evaluation[];
  readonly incidents: readonly Incident[];
  /** The assumptions of the replay, sorted by name. */
  readonly assumptions: readonly Assumption[];
  /** Sentences about conditions of the filter that this series or metric cannot evaluate, and other remarks. */
  readonly notes: readonly string[];
}
interface Period {
  /**
   * The time, in milliseconds since the epoch, from which (until `to`) the series is complete; by default from its
   * first to its last entry.
   */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/**
 * The maximum number of evaluations: 20 years with an evaluation every five minutes. A larger number indicates a
 * mistake in the times.
 */
const MAX_EVALUATIONS = 2_100_000;

/**
 * Replays a series on a virtual clock: evaluates the rule every `frequency` over the last `window`, and opens and
 * resolves incidents. @returns the replay, or the reason why the series cannot be replayed
 */
export function replay(
  rule: AlertRule,
  series: Series,
  { from, to }: Period = {},
): Replay | { readonly problem: string } {
  const samples = samplesOf(series, rule);
  if ('problem' in samples) return samples;
  const { frequency, window, condition } = rule;
  const begin = from ?? samples.begin,
    end = Math.floor((to ?? samples.end) / frequency) * frequency;
  const first = Math.ceil((begin + window) / frequency) * frequency;
  const expectedCount = Math.max(0, Math.floor((end - first) / frequency) + 1);
  if (expectedCount > MAX_EVALUATIONS)
    return {
      problem:
        `the series spans ${duration(end - begin)}, and that would be ${count(expectedCount, 'evaluation')}; ` +
        `at most ${MAX_EVALUATIONS} are made: are all of its times right?`,
    };
  const usedAssumptions = new Set<Assumption>([
    ...samples.assumptions,
    ...series.assumptions,
    'alert-alignment',
    'alert-coverage',
  ]);
  const evaluations: Evaluation[] = [];
  const current = samples.figuresOf(window),
    before = samples.figuresOf(window);
  const threshold = fractionOf(condition.threshold);
  for (let time = first; time <= end; time += frequency) {
    const value = current(time),
      previous = !condition.isRelative || time - 2 * window < begin ? null : before(time - window),
      figure = figureOf(condition, value, previous, usedAssumptions);
    if (value === null) usedAssumptions.add(samples.emptiness);
    evaluations.push({
      at: time,
      value: value && numberOf(value),
      previous: previous && numberOf(previous),
      figure: figure && numberOf(figure),
      isMet: figure && compare(compareFractions(figure, threshold), condition.operator, 0),
    });
  }
  return {
    evaluations,
    incidents: incidentsOf(condition, evaluations, usedAssumptions),
    assumptions: [...usedAssumptions].sort(),
    notes: samples.notes,
  };
}

function figureOf(
  { isRelative }: Condition,
  value: Fraction | null,
  previous: Fraction | null,
  usedAssumptions: Set<Assumption>,
): Fraction | null {
  if (!isRelative) return value;
  usedAssumptions.add('alert-previous-period');
  if (value === null) return null;
  const change = previous === null ? undefined : changeBetween(value, previous);
  if (change === undefined) usedAssumptions.add('alert-previous-zero');
  return change ?? null;
}

/**
 * The incidents that evaluations open and resolve. An evaluation without a figure neither opens nor resolves an
 * incident.
 */
function incidentsOf(
  { isRelative }: Condition,
  evaluations: readonly Evaluation[],
  usedAssumptions: Set<Assumption>,
): Incident[] {
  const incidents: Incident[] = [];
  let openIncident: Incident | undefined;
  for (const { at, value, previous, isMet } of evaluations) {
    if (isMet === null) continue;
    if (isMet && !openIncident) {
      usedAssumptions.add('alert-resolves');
      incidents.push(
        (openIncident = {
          triggered_timestamp: at / 1000,
          resolved_timestamp: null,
          current_value: value!,
          previous_value: isRelative ? previous : null,
        }),
      );
    } else if (!isMet && openIncident) {
      incidents[incidents.length - 1] = { ...openIncident, resolved_timestamp: at / 1000 };
      openIncident = undefined;
    }
  }
  return incidents;
}
