import type { Plan as PlanOutput, PlanName, PlanResolution, ResolveResolution } from '../core/generated/outputs.js';
import { count, listed } from '../core/wording.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import type { Assertion, Verdict } from '../compare/assertions.ts';
import type { EditOutcome } from '../simulator/edits.ts';
import { isBreak, isNameChange, isVersionChange, placedOf, type NameChange, type Plan } from '../compare/changes.ts';
import { outcomeOf, type NameSide, type VersionSide } from '../compare/references.ts';
import type { ViewPlan } from './panels/index.ts';
import { contentsInShort, contentsInWords } from './contents-words.ts';
import { assumedBy, safeResolution } from '../simulator/resolution-words.ts';
import { placeInRecord } from '../compare/areas.ts';
import { noticed } from './diff-words.ts';
import { agentLabel, causesOf, nameOf } from './plan-words.ts';
import { timelineOf, type Timeline } from './timeline-svg.ts';

/** The state that the current files are compared with. */
export interface PlanBase {
  /** As requested; or its description, if it is not a revision. */
  readonly revision: string;
  /** The commit whose files were read; null if unknown. */
  readonly commit: string | null;
  /** Whether that is the merge base with the revision rather than the revision itself; null if unknown. */
  readonly merge_base: boolean | null;
  /** Its description for people; just its name if there is nothing to add. */
  readonly named?: string;
}
/** A computed plan: with its base, and the question. */
export interface MadePlan extends Plan {
  readonly base: PlanBase | undefined;
  readonly edits: readonly EditOutcome[];
  readonly before: Workspace;
  readonly after: Workspace;
  /** A path of the workspace, as shown. */
  shown(file: string): string;
}
/** The assertions about a plan, and their results. */
export interface JudgedAssertion {
  readonly text: string;
  readonly assertion: Assertion;
  readonly verdict: Verdict;
}
/** A plan in words, as plain data: what `--format json` prints, with words for the rest. */
export interface PlanReport extends ViewPlan {
  readonly result: PlanOutput;
}

/** Impossible edits. */
export const refused = ({ edits }: Pick<MadePlan, 'edits'>): readonly EditOutcome[] =>
  edits.filter(({ impossible }) => impossible);

/** @param assertions the assertions reported with this plan */
export function planReport(made: MadePlan, assertions: readonly JudgedAssertion[] = []): PlanReport {
  return {
    result: planOutput([made], assertions),
    headline: headline([made]),
    compared: comparisonInWords(made),
    unreadable: made.unreadable.map(one => {
      const when = { base: 'before', now: 'after', both: 'before and after' }[one.in];
      return `${made.shown(one.file)} cannot be read ${when} the change, so its references may be missing here: ${one.reason}`;
    }),
    refused: refused(made).map(editOutput),
    causes: causesOf(made, made),
    more: 0,
    contents: contentsInWords(made.contents, made.shown),
    assumptions: assumedBy(made.assumptions),
    places: {},
  };
}

/**
 * The verdict over several plans, worst first: `1 reference breaks; in all, 3 live references change and 2 others; 12
 * unchanged`, `Live callers hear a change: 1 setting of Front desk v2; no reference changes, 12 unchanged`.
 */
export function headline(plans: readonly MadePlan[]): string {
  const all = plans.flatMap(({ changes }) => changes);
  const live = all.filter(change => change.live).length,
    others = all.length - live,
    broken = all.filter(isBreak).length,
    meant = all.filter(change => change.accepted).length,
    unchanged = plans.reduce((sum, plan) => sum + plan.unchanged, 0);
  const besides = others === 0 ? '' : ` and ${count(others, 'other')}`;
  const sum = (one: string, many: string): string =>
    live > 0
      ? `${count(live, 'live reference')} ${live === 1 ? one : many}${besides}`
      : `${count(others, 'reference')} ${others === 1 ? `${one}, not live` : `${many}, none of them live`}`;
  const changed = all.length === 0 ? 'No reference changes' : sum('changes', 'change');
  const accepted = meant > 0 ? `, ${meant} ${meant === 1 ? 'is' : 'are'} accepted` : '';
  const contents = contentsInShort(plans.flatMap(plan => plan.contents)),
    rest = `${accepted}; ${unchanged} unchanged${contents}`;
  if (broken > 0 && broken === all.length) return `${sum('breaks', 'break')}${rest}`;
  if (broken > 0)
    return `${count(broken, 'reference')} ${broken === 1 ? 'breaks' : 'break'}; in all, ${changed}${rest}`;
  const heard = live === 0 ? heardInShort(plans) : '';
  return heard === ''
    ? `${changed}${rest}`
    : `${heard}; ${changed.replace(/^No/, 'no')}${accepted}, ${unchanged} unchanged`;
}

/** What live versions say or do differently, as far as callers notice; '' if they do not. */
function heardInShort(plans: readonly MadePlan[]): string {
  const counts = { prompts: 0, settings: 0, flow: 0, tools: 0, variables: 0, unnoticed: 0 },
    versions = new Map<string, Set<number | null>>();
  for (const { contents, before, after } of plans)
    for (const { live, changes, part } of contents) {
      if (live.length === 0) continue;
      // a record that is gone is no value of it
      if (changes.some(({ pointer, after: now }) => now === undefined && pointer === part.pointer)) return '';
      const areas = changes.map(change => placeInRecord((change.after === undefined ? before : after).at(change)).area);
      for (const area of areas) counts[area]++;
      if (areas.every(area => area === 'unnoticed')) continue;
      for (const { agent_id: id, agent_version: version } of live) {
        const name = nameOf(id, after, before) ?? id;
        versions.set(name, (versions.get(name) ?? new Set()).add(version));
      }
    }
  const of = [...versions].map(([name, numbers]) => {
    const known = [...numbers].filter(number => number !== null).sort((a, b) => a - b);
    return [
      name,
      listed(
        known.map(number => `v${number}`),
        'and',
      ),
    ]
      .filter(Boolean)
      .join(' ');
  });
  return of.length === 0
    ? ''
    : `Live callers hear a change: ${listed(noticed(counts), 'and')} of ${listed(of, 'and', 3)}`;
}

function comparisonInWords({ base, unreadable, edits, shown }: MadePlan): string {
  const done = edits.filter(({ outcome }) => outcome !== 'missing').map(({ edit }) => edit.text);
  const unknown = unreadable.filter(one => one.in === 'base').map(({ file }) => shown(file));
  const except = unknown.length === 0 ? '' : `, except ${listed(unknown, 'and')}, whose earlier state is unknown`;
  const from = base === undefined ? '' : `current files against ${base.named ?? base.revision}${except}`;
  return [from, done.length === 0 ? '' : `with ${done.join(' ')}`].filter(part => part !== '').join(', ');
}

/** A picture for each agent with a changed version or tag. */
export function timelinesOf({ changes, edits, before, after }: MadePlan): Timeline[] {
  const changed = changes
    .filter(isVersionChange)
    .filter(({ effect }) => effect !== 'added' && effect !== 'removed')
    .flatMap(change => [change.before, change.after].flatMap(side => side?.resolution.agentId ?? []));
  const planned = edits.filter(({ impossible }) => !impossible).map(({ edit }) => edit.agentId);
  return [...new Set([...changed, ...planned])]
    .filter(id => before.agent(id) ?? after.agent(id))
    .sort()
    .map(id => timelineOf(id, agentLabel(id, after, before), before, after));
}

/**
 * What `schemas/outputs/plan.json` describes. One object for several workspaces: file names are relative to the working
 * directory, so nothing is ambiguous, and assertions apply to all of them and appear once.
 */
export function planOutput(plans: readonly MadePlan[], assertions: readonly JudgedAssertion[]): PlanOutput {
  const [{ base }] = plans as readonly [MadePlan, ...MadePlan[]];
  return {
    version: 1,
    base: base ? { revision: base.revision, commit: base.commit, merge_base: base.merge_base } : null,
    unreadable: plans.flatMap(({ unreadable, shown }) =>
      unreadable.map(one => ({ file: shown(one.file), in: one.in, reason: one.reason })),
    ),
    changes: plans.flatMap(changesOutput),
    names: plans.flatMap(({ changes, shown }) => changes.filter(isNameChange).map(one => nameOutput(one, shown))),
    unchanged: plans.reduce((sum, plan) => sum + plan.unchanged, 0),
    edits: plans.flatMap(({ edits }) => edits.map(editOutput)),
    assertions: assertions.map(({ text, verdict: { holds, because, evidence } }) => ({
      assertion: text,
      holds,
      because,
      evidence,
    })),
    assumptions: [...new Set(plans.flatMap(plan => plan.assumptions))].sort(),
    contents: plans.flatMap(contentsOutput),
  };
}

function changesOutput({ changes, shown }: MadePlan): PlanOutput['changes'] {
  // equal references share their resolution: a batch has thousands of them
  const safe = new Map<Resolution, ResolveResolution>();
  const side = (one: VersionSide | undefined): PlanResolution | null => {
    if (!one) return null;
    const { resolution, placed } = one;
    if (!safe.has(resolution)) safe.set(resolution, safeResolution(resolution));
    return { ...safe.get(resolution)!, file: shown(placed.at.document.file), pointer: placed.at.pointer };
  };
  return changes.filter(isVersionChange).map(change => {
    const { at, agentId, reference, kind } = placedOf(change);
    return {
      file: shown(at.document.file),
      pointer: at.pointer,
      agent_id: agentId,
      reference,
      kind,
      live: change.live,
      effect: change.effect,
      before: side(change.before),
      after: side(change.after),
      ...(change.accepted && { accepted: change.accepted.reason }),
    };
  });
}

function nameOutput({ effect, live, before, after, accepted }: NameChange, shown: MadePlan['shown']) {
  const side = (one: NameSide): PlanName => {
    const { name, at } = one.placed,
      [record] = one.lookup.outcome === 'found' ? one.lookup.records : [];
    return {
      name,
      outcome: outcomeOf(one),
      file: shown(at.document.file),
      pointer: at.pointer,
      leads_to: record ? { file: shown(record.document.file), pointer: record.pointer } : null,
    };
  };
  const { kind, name, at } = after.placed;
  return {
    file: shown(at.document.file),
    pointer: at.pointer,
    kind,
    name,
    live,
    effect,
    before: side(before),
    after: side(after),
    ...(accepted && { accepted: accepted.reason }),
  };
}

const editOutput = ({ edit, outcome, because }: EditOutcome): PlanOutput['edits'][number] => ({
  edit: edit.text,
  outcome,
  because,
});

/** One entry per value, in the order of the report. */
const contentsOutput = ({ contents, shown }: MadePlan): PlanOutput['contents'] =>
  contents.flatMap(({ live, changes }) =>
    changes.map(({ file, pointer, before, after }) => ({
      file: shown(file),
      pointer,
      before: before ?? null,
      after: after ?? null,
      live: live.map(one => ({
        ...one,
        through: one.through.map(step => ({ ...step, file: shown(step.file) })),
      })),
    })),
  );
