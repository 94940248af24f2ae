import type { Cursor } from '../cursor.ts';
import { redacted } from '../domain/redacted.ts';
import type { At } from '../shapes/at.ts';
import type { Example } from '../engine/examples.ts';
import type { Problem, ShapeRule } from '../engine/rule.ts';
import type { Severity } from '../finding.ts';
import { isArray, isObject, property, type Json, type JsonObject } from '../json/json.ts';
import { kinds, type Kind } from '../kinds.ts';
import { split, type Pointer } from '../json/pointer.ts';
import { entryOf, rootOf, type ShapeName } from '../shapes/table.ts';
import { show } from '../wording.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type Must, unmet } from './must.ts';
import { linearPattern, type Pattern } from './pattern.ts';
import { applies, type Applies, type When } from './when.ts';

/** A team's own rule, as written in the configuration. */
export interface Policy {
  /** Distinct from every rule id. */
  readonly id: string;
  /** The shape that it is about, anywhere, or the kind of file. Exactly one of the two. */
  readonly shape?: ShapeName;
  readonly kind?: Kind;
  /** The path from the shape, or the record of that kind, to the checked value; `*` stands for every item or key. */
  readonly at?: Pointer;
  readonly when?: When;
  readonly must: Must;
  /** `{value}` stands for the violating value. */
  readonly message: string;
  /** Why the team wants it. */
  readonly why?: string;
  readonly severity?: Severity;
  /** Values of the shape, or records of the kind. */
  readonly examples?: { readonly valid?: readonly Json[]; readonly invalid?: readonly Json[] };
}

/** The well-formed policies of a configuration. */
export const policiesIn = (configuration: Json | undefined): readonly JsonObject[] => {
  const policies = property(configuration, 'policies');
  return isArray(policies) ? policies.filter(isObject) : [];
};
/** Their ids, in the form of a list of rule names: each maps to itself. */
export const policyIds = (configuration: Json | undefined): (readonly [string, string])[] =>
  policiesIn(configuration).flatMap(({ id }) => (typeof id === 'string' ? [[id, id] as const] : []));

/** A policy as a rule like any other. */
export interface PolicyRule extends ShapeRule {
  readonly policy: Policy;
  /** Whether a place is in the kind of file that the policy is about. */
  concerns(place: Cursor): boolean;
  /** Whether the policy applies at a place. */
  applies(place: Cursor, workspace: Workspace): Applies;
  /** The violation in a value, at any depth. */
  judge(place: Cursor): Problem | undefined;
}

/** The most demands evaluated for one value. */
const MOST_STEPS = 1_000_000;
const anything: Pattern = { test: () => true };

/**
 * @param pointer where the policy is in the configuration
 * @param fits whether `when.path` selects a file
 */
export function policyRule(policy: Policy, pointer: Pointer, fits: (file: string) => boolean): PolicyRule {
  const steps = split(policy.at ?? '');
  const { when } = policy;
  const concerns = (place: Cursor): boolean => {
    if (policy.kind === undefined) return true;
    let record: Cursor = place;
    for (let i = 0; i < steps.length; i++) record = record.parent ?? record;
    return place.document.kind === policy.kind && place.document.roots.some(root => root.pointer === record.pointer);
  };
  const rule: PolicyRule = {
    id: policy.id,
    group: 'policies',
    severity: policy.severity ?? 'warning',
    summary: policy.message.replaceAll('{value}', '…'),
    why: policy.why ?? 'A policy of this workspace.',
    spec: `${pointer} of the configuration`,
    at: placesOf(policy),
    policy,
    concerns,
    applies: (place, workspace) => concerns(place) && (when ? applies(when, place, workspace, fits) : true),
    judge: place => problemAt(place, policy),
    check(place, workspace) {
      const problem = concerns(place) ? problemAt(place, policy) : undefined;
      // checking `when` costs more than checking `must`
      return problem && rule.applies(place, workspace) === true ? problem : undefined;
    },
    examples: {
      invalid: examplesOf(policy.examples?.invalid),
      valid: examplesOf(policy.examples?.valid),
    },
  };
  return rule;
}

const examplesOf = (values: readonly Json[] = []): Example[] =>
  values.map(value => ({ files: JSON.stringify(value, undefined, 2) }));

function placesOf({ shape, kind, at = '' }: Policy): At {
  if (shape !== undefined) return { [shape]: at };
  const shapes: readonly ShapeName[] = kinds[kind!].shapes;
  // a record described by two shapes is checked once
  const basic = shapes.filter(
    name => !entryOf(rootOf(name)).shapes?.some(other => other !== name && shapes.includes(other)),
  );
  return Object.fromEntries(basic.map(name => [name, at]));
}

function problemAt(place: Cursor, { must, message }: Policy): Problem | undefined {
  const judge = { root: must, pattern: patternOf, left: MOST_STEPS, depth: 0 };
  const found = unmet(place.value!, must, judge);
  if (judge.left <= 0) return { message: 'this policy takes too long to check here', at: place, severity: 'error' };
  if (!found) return undefined;
  const at = found.path.reduce<Cursor>((cursor, segment) => cursor.get(segment), place);
  const value = show(at.isObject || at.isArray || !at.exists ? at.value : redacted(at), 30);
  return {
    at: found.key ? { key: at.pointer } : at,
    message: message.replaceAll('{value}', () => value),
    help: at.exists ? `${found.expected}, got ${found.key ? `the key ${show(at.key, 30)}` : value}` : found.expected,
  };
}

function patternOf(source: string): Pattern {
  const pattern = linearPattern(source);
  return typeof pattern === 'string' ? anything : pattern;
}
