import { Cursor } from '../cursor.ts';
import { agentOfTask, recordOf } from '../domain/tasks.ts';
import { pointerOf } from '../finding.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { overrideCursor, type ReadKeys } from '../laid-over.ts';
import type { Place } from '../workspace/records.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { Dispatch } from '../dispatch.ts';
import type { Problem, ShapeRule } from './rule.ts';

/** A problem that an override has only in combination with its agent. */
interface OverrideProblem {
  readonly rule: ShapeRule;
  readonly problem: Problem;
  readonly node: Cursor;
}
/** Calls a rule at a place. */
type OverrideCheck = (rule: ShapeRule, node: Cursor) => Iterable<Problem>;

/** An agent to which overrides apply, with its findings without overrides. */
interface Base {
  readonly settings: Cursor;
  /** The overrides that add no findings, each identified by the values that the rules have read. */
  readonly harmlessOverrides: Set<string>;
  readonly keysRead: ReadKeys;
  messages: ReadonlySet<string> | undefined;
}

const emptyList: readonly never[] = [];
const overrides = new Dispatch([[{ 'batch-call-task': '/agent_override/agent' }, true as const]]);

/**
 * The findings that overrides cause in combination with their agents, if these are known. Each agent is checked with
 * the override applied; findings of the agent alone or of the override alone are reported when these are checked.
 * Equal overrides of an agent without a finding are checked once.
 */
export function addedByOverrides(
  root: Cursor,
  workspace: Workspace,
  rules: Dispatch<ShapeRule>,
  check: OverrideCheck,
): readonly OverrideProblem[] {
  if (!root.is('batch-call') || rules.isEmpty) return emptyList;
  const overrideProblems: OverrideProblem[] = [];
  const bases = new Map<string, Base | undefined>();
  const problemsAt = (settings: Cursor): OverrideProblem[] => {
    const additions: OverrideProblem[] = [];
    rules.walk(settings, (rule, node) => {
      for (const problem of check(rule, node)) additions.push({ rule, problem, node });
    });
    return additions;
  };
  overrides.walk(root, (_, override) => {
    const base = override.isObject ? baseOf(override, workspace, bases) : undefined;
    if (!base) return;
    if (base.harmlessOverrides.has(textOf(override, base.keysRead, rules))) return;
    const count = base.keysRead.settings.size + base.keysRead.siblings.size;
    const mergedSettings = overrideCursor(override, base.settings, base.keysRead);
    const additions = problemsAt(mergedSettings);
    if (count < base.keysRead.settings.size + base.keysRead.siblings.size) base.harmlessOverrides.clear();
    base.messages ??= new Set(additions.length === 0 ? [] : problemsAt(base.settings).map(identity));
    const newAdditions = additions.filter(addition => !base.messages!.has(identity(addition)));
    const knownProblems = new Set(newAdditions.length === 0 ? [] : problemsAt(override).map(identity));
    const ownAdditions = newAdditions.flatMap(addition =>
      knownProblems.has(identity(addition)) ? [] : (movedToField(addition, mergedSettings) ?? []),
    );
    if (ownAdditions.length === 0) base.harmlessOverrides.add(textOf(override, base.keysRead, rules));
    else overrideProblems.push(...ownAdditions);
  });
  return overrideProblems;
}

/**
 * The values of an override that rules have read, as text. Overrides with the same text have the same findings. A
 * batch may repeat an override in thousands of calls, in which only names and texts differ.
 */
function textOf(override: Cursor, { settings, siblings }: ReadKeys, rules: Dispatch<ShapeRule>): string {
  const parts: Json[] = [];
  for (const [key, value] of Object.entries(override.value as JsonObject))
    if (settings.has(key) || rules.concerns(override, key)) parts.push(key, value);
  for (const key of siblings) parts.push(override.parent?.peek(key) ?? null);
  return JSON.stringify(parts);
}

function baseOf(override: Cursor, workspace: Workspace, bases: Map<string, Base | undefined>): Base | undefined {
  const task = override.within('batch-call-task');
  const agent = task && agentOfTask(task, workspace);
  if (!agent || !workspace.agent(agent.agentId)) return undefined;
  const key = JSON.stringify([agent.agentId, agent.reference]);
  if (!bases.has(key)) {
    const resolution = workspace.resolve(agent.agentId, agent.reference);
    const settings = resolution.outcome === 'resolved' ? recordOf(resolution, workspace) : undefined;
    bases.set(
      key,
      settings?.isObject
        ? {
            settings,
            harmlessOverrides: new Set(),
            keysRead: { settings: new Set(), siblings: new Set() },
            messages: undefined,
          }
        : undefined,
    );
  }
  return bases.get(key);
}

const placeOf = ({ problem, node }: OverrideProblem): Cursor => (problem.at instanceof Cursor ? problem.at : node);

/** The identity of a finding: its rule, setting and message, regardless of the file with that setting. */
function identity(addition: OverrideProblem): string {
  const place = placeOf(addition);
  const pointer = problemPointer(addition.problem) ?? place.pointer;
  return `${addition.rule.id} ${pointer.slice(place.within('agent-settings')?.pointer.length ?? 0)} ${addition.problem.message}`;
}
const problemPointer = ({ at }: Problem): string | undefined =>
  at === undefined || at instanceof Cursor ? undefined : pointerOf(at);

/**
 * Moves a finding to the field of the override that causes it. Undefined if only the agent has the setting: a setting
 * without effect in one call needs no finding for each call.
 */
function movedToField(addition: OverrideProblem, override: Cursor): OverrideProblem | undefined {
  const { rule, problem } = addition;
  const place = placeOf(addition);
  const agent = { at: override.baseCursor!, message: 'the agent that is overridden' };
  const relatedPlaces = problem.related ?? [];
  if (isWithin(place, override)) {
    const isShown = relatedPlaces.some(({ at }) => !isWithin(at, override));
    return { ...addition, problem: { ...problem, related: isShown ? relatedPlaces : [...relatedPlaces, agent] } };
  }
  if (rule.shows === 'unnecessary' || (problem.severity ?? rule.severity) === 'info') return undefined;
  const cause = relatedPlaces.map(({ at }) => at).find((at): at is Cursor => isWithin(at, override));
  if (!cause) return undefined;
  const { fix: _, ...rest } = problem;
  return {
    rule,
    node: cause,
    problem: { ...rest, at: cause, related: [{ at: place, message: `${place.label} of the agent` }] },
  };
}

function isWithin(place: Cursor | Place, override: Cursor): boolean {
  let cursor = place instanceof Cursor ? place : undefined;
  while (cursor && cursor !== override) cursor = cursor.parent;
  return cursor === override;
}
