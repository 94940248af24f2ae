import type { Cursor } from '../cursor.ts';
import { redact } from '../domain/redacted.ts';
import type { PlaceSelector } from '../shapes/at.ts';
import type { Example } from '../engine/rule-docs.ts';
import type { Problem, ShapeRule } from '../engine/rule.ts';
import type { Severity } from '../finding.ts';
import { isArray, isObject, property, type Json, type JsonObject } from '../json/json.ts';
import { kinds, type Kind } from '../kinds.ts';
import { split, type Pointer } from '../json/pointer.ts';
import { entryOf, rootOf, type ShapeName } from '../shapes/table.ts';
import { clipped, show, listed } from '../wording.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { maskSecrets } from '../secrets.ts';
import { type Demand, firstViolation } from './must.ts';
import { linearPattern, type Pattern } from './pattern.ts';
import type { Document } from '../document.ts';
import { liveThrough } from '../domain/live-places.ts';
import { channelOf } from '../domain/settings.ts';
import { agentsAt } from '../domain/swaps.ts';

/** A team's own rule, as written in the configuration. */
export interface Policy {
  /** The id, which must differ from every rule id. */
  readonly id: string;
  /** The shape that the policy is about, at any place. A policy has either a shape or a kind of file. */
  readonly shape?: ShapeName;
  readonly kind?: Kind;
  /**
   * The path from the shape, or from the record of the kind, to the checked value. `*` stands for every item or key.
   */
  readonly at?: Pointer;
  readonly when?: PolicyCondition;
  readonly must: Demand;
  /** The message of a finding. `{value}` stands for the violating value. */
  readonly message: string;
  /** The team's reason for the policy. */
  readonly why?: string;
  readonly severity?: Severity;
  /** Example values of the shape, or records of the kind. */
  readonly examples?: { readonly valid?: readonly Json[]; readonly invalid?: readonly Json[] };
}

/** The policies of a configuration that are objects. */
export const policiesIn = (configuration: Json | undefined): readonly JsonObject[] => {
  const policies = property(configuration, 'policies');
  return isArray(policies) ? policies.filter(isObject) : [];
};
/** The ids of the policies as entries of a map of rule names, each mapped to itself. */
export const policyIds = (configuration: Json | undefined): (readonly [string, string])[] =>
  policiesIn(configuration).flatMap(({ id }) => (typeof id === 'string' ? [[id, id] as const] : []));

/** A policy compiled to a rule. */
export interface PolicyRule extends ShapeRule {
  readonly policy: Policy;
  /** Whether a place is in the kind of file that the policy is about. */
  concerns(place: Cursor): boolean;
  /** Whether the policy applies at a place. */
  applies(place: Cursor, workspace: Workspace): Applies;
  /** The violation in a value, at any depth; undefined if the value meets the demand. */
  judge(place: Cursor): Problem | undefined;
}

/** The maximum number of demands evaluated for one value. */
const MAX_STEPS = 200_000;
const anyPattern: Pattern = { size: 0, test: () => true };

/**
 * Compiles a policy.
 * @param pointer the place of the policy in the configuration
 * @param isMatch whether `when.path` selects a file
 * @param sharedCosts the total cost of the configuration's policies
 */
export function policyRule(
  policy: Policy,
  pointer: Pointer,
  isMatch: (file: string) => boolean,
  sharedCosts: SharedCosts,
): PolicyRule {
  const costs = new PolicyCosts(sharedCosts);
  const steps = split(policy.at ?? '');
  const { when } = policy;
  const concerns = (place: Cursor): boolean => {
    if (policy.kind === undefined) return true;
    let record: Cursor = place;
    for (let i = 0; i < steps.length; i++) record = record.parent ?? record;
    return place.recordKind === policy.kind && place.document.roots.some(root => root.pointer === record.pointer);
  };
  /** The problem that the policy is no longer checked, reported once per file. */
  const uncheckedPolicyProblem = (place: Cursor, workspace: Workspace): Problem | undefined => {
    const cost = costs.costOf(place.document);
    if (cost.uncheckedFrom !== undefined && cost.uncheckedFrom !== place.pointer) return undefined;
    if (rule.applies(place, workspace) !== true) return undefined;
    cost.uncheckedFrom = place.pointer;
    return tooLongProblem(policy, place, 'this value and the rest of the file meet it');
  };
  const rule: PolicyRule = {
    id: policy.id,
    group: 'policies',
    severity: policy.severity ?? 'warning',
    docs: {
      summary: maskSecrets(policy.message.replaceAll('{value}', '…')),
      why: policy.why === undefined ? 'A policy of this workspace.' : maskSecrets(policy.why).trim(),
      examples: {
        invalid: examplesOf(policy.examples?.invalid),
        valid: examplesOf(policy.examples?.valid),
      },
    },
    spec: `${pointer} of the configuration`,
    at: placesOf(policy),
    policy,
    concerns,
    applies: (place, workspace) => concerns(place) && (when ? applies(when, place, workspace, isMatch) : true),
    judge: place => problemAt(place, policy).problem,
    check(place, workspace) {
      if (!concerns(place)) return undefined;
      if (costs.areOver) return uncheckedPolicyProblem(place, workspace);
      const { problem, demands } = problemAt(place, policy);
      costs.count(place.document, demands);
      // `when` is checked last, because it costs more
      return problem && rule.applies(place, workspace) === true ? problem : undefined;
    },
  };
  return rule;
}

const examplesOf = (values: readonly Json[] = []): Example[] =>
  values.map(value => ({ files: JSON.stringify(value, undefined, 2) }));

function placesOf({ shape, kind, at = '' }: Policy): PlaceSelector {
  if (shape !== undefined) return { [shape]: at };
  const shapes: readonly ShapeName[] = kinds[kind!].shapes;
  // a record that two shapes describe is checked only once
  const baseShapes = shapes.filter(
    name => !entryOf(rootOf(name)).shapes?.some(shape => shape !== name && shapes.includes(shape)),
  );
  return Object.fromEntries(baseShapes.map(name => [name, at]));
}

/** The violation of a policy in a value, and the cost of the check in demands. */
function problemAt(place: Cursor, policy: Policy): { readonly problem: Problem | undefined; readonly demands: number } {
  const { must, message } = policy;
  const check = { root: must, pattern: patternOf, remainingBudget: MAX_STEPS, depth: 0 };
  const failure = firstViolation(place.value!, must, check),
    demands = MAX_STEPS - check.remainingBudget;
  if (check.remainingBudget <= 0) return { problem: tooLongProblem(policy, place, 'this value meets it'), demands };
  if (!failure) return { problem: undefined, demands };
  const node = failure.path.reduce<Cursor>((cursor, segment) => cursor.get(segment), place);
  const value = show(node.isObject || node.isArray || !node.exists ? node.value : redact(node), 30);
  return {
    demands,
    problem: {
      at: failure.key ? { key: node.pointer } : node,
      message: message.replaceAll('{value}', () => value),
      help: node.exists
        ? `${failure.expected}, got ${failure.key ? `the key ${show(node.key, 30)}` : value}`
        : failure.expected,
    },
  };
}

const tooLongProblem = ({ id }: Policy, cursor: Cursor, label: string): Problem => ({
  at: cursor,
  message: `policy ${clipped(id)} takes too long to check, so it is unknown whether ${label}`,
  severity: 'error',
});

function patternOf(source: string): Pattern {
  const pattern = linearPattern(source);
  return typeof pattern === 'string' ? anyPattern : pattern;
}

/**
 * The maximum cost of a policy in one workspace, in evaluated demands. It takes some two seconds, and all policies
 * together take some ten.
 */
const MAX_DEMANDS_PER_POLICY = 2_000_000;
const MAX_DEMANDS_OF_ALL = 10_000_000;
/**
 * The number of demands per place that cost nothing, so that ordinary policies over many files never exceed the
 * budget.
 */
const FREE_DEMANDS_PER_PLACE = 100;

/** The cost of checking one file against a policy. */
interface FileCost {
  demands: number;
  /** The pointer of the place with the finding that the policy is no longer checked. */
  uncheckedFrom?: string;
}

/** The total cost of all policies of a configuration. */
interface SharedCosts {
  demands: number;
}

/**
 * The cost of a policy in each file. Checking a file again replaces its former cost, so an editor that runs for days
 * spends no more than a command.
 */
class PolicyCosts {
  readonly #sharedCosts: SharedCosts;
  readonly #byFile = new Map<string, FileCost>();
  #demands = 0;
  constructor(sharedCosts: SharedCosts) {
    this.#sharedCosts = sharedCosts;
  }

  /** The cost of one version of a file. */
  costOf(document: Document): FileCost {
    return document.memory.remember(this, undefined, () => {
      const cost = { demands: 0 };
      this.#add(-(this.#byFile.get(document.file)?.demands ?? 0));
      this.#byFile.set(document.file, cost);
      return cost;
    });
  }

  get areOver(): boolean {
    return this.#demands > MAX_DEMANDS_PER_POLICY || this.#sharedCosts.demands > MAX_DEMANDS_OF_ALL;
  }

  /** Adds the cost of checking one place. */
  count(document: Document, demands: number): void {
    const cost = this.costOf(document),
      excess = Math.max(0, demands - FREE_DEMANDS_PER_PLACE);
    if (this.#byFile.get(document.file) !== cost) return;
    cost.demands += excess;
    this.#add(excess);
  }
  #add(demands: number): void {
    this.#demands += demands;
    this.#sharedCosts.demands += demands;
  }
}

/** The condition under which a policy applies. Absent keys do not restrict it. */
interface PolicyCondition {
  /** Tags, one of which a version of the place must have. */
  readonly tag?: string | readonly string[];
  /** Whether a version of the place must serve callers (true) or must not (false). */
  readonly live?: boolean;
  readonly channel?: 'voice' | 'chat';
  /** File globs, relative to the configuration's folder. */
  readonly path?: readonly string[];
}

/** Whether a policy applies, or the reason why this is unknown. */
type Applies = boolean | { readonly unknowable: string };

/** Whether a policy applies at a place. @param isMatch whether `path` selects a file */
function applies(
  condition: PolicyCondition,
  place: Cursor,
  workspace: Workspace,
  isMatch: (file: string) => boolean,
): Applies {
  if (condition.path && !isMatch(place.document.file)) return false;
  const agents =
    condition.tag === undefined && condition.live === undefined && !condition.channel ? [] : agentsAt(place, workspace);
  const answers = [
    ...(condition.channel ? [isOnChannel(condition.channel, agents)] : []),
    ...(condition.tag === undefined ? [] : [isUnder([condition.tag].flat(), agents, workspace)]),
    ...(condition.live === undefined ? [] : [isLive(condition.live, place, agents, workspace)]),
  ];
  return answers.find(answer => answer === false) ?? answers.find(answer => answer !== true) ?? true;
}

const noAgent = { unknowable: 'no known agent runs it' };

function isOnChannel(channel: 'voice' | 'chat', agents: readonly Cursor[]): Applies {
  if (agents.length === 0) return noAgent;
  const channels = agents.map(agent => channelOf(agent));
  if (channels.includes(channel)) return true;
  return channels.includes(undefined) ? { unknowable: 'the channel of its agent is not known' } : false;
}

/** Whether a version of one of these agents has one of these tags. */
function isUnder(names: readonly string[], agents: readonly Cursor[], workspace: Workspace): Applies {
  if (agents.length === 0) return noAgent;
  const answers = agents.flatMap(agent => names.map(name => hasTag(name, agent, workspace)));
  return answers.includes(true) || (answers.find(answer => answer !== false) ?? false);
}

function hasTag(name: string, agent: Cursor, workspace: Workspace): Applies {
  const id = agent.get('agent_id').string(),
    version = agent.get('version').integer();
  const record = id === undefined ? undefined : workspace.agent(id);
  if (!record || version === undefined) return { unknowable: 'its agent has no agent_id or no version' };
  const tag = record.tags.get(name);
  if (tag && tag.version !== undefined) return tag.version === version;
  return record.tagsComplete
    ? false
    : { unknowable: `whether ${record.label} has a tag ${JSON.stringify(name)} is not known` };
}

function isLive(expected: boolean, place: Cursor, agents: readonly Cursor[], workspace: Workspace): Applies {
  const { file } = place.document;
  if (liveThrough({ file, pointer: place.pointer }, workspace).length > 0) return expected;
  const { liveTags } = workspace.facts;
  const outcome = isUnder(liveTags, agents, workspace);
  if (typeof outcome === 'object')
    return { unknowable: `${outcome.unknowable}, so it is unknown whether ${listed(liveTags)} selects it` };
  return outcome === expected;
}
