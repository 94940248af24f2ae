import { longRequestOutput, textOutput } from './text-words.ts';
import { agentName } from '../core/workspace/names.ts';
import type { Plan as PlanOutput, PlanName, PlanResolution, ResolveResolution } from '../core/generated/outputs.js';
import type { LiveVersion } from '../core/finding.ts';
import { listed } from '../core/wording.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import type { Assertion, Verdict } from '../compare/assertions.ts';
import type { EditOutcome } from '../simulator/edits.ts';
import { isNameChange, isVersionChange, referenceOf, type NameChange, type Changes } from '../compare/changes.ts';
import { outcomeOf, type NameSide, type VersionSide } from '../compare/references.ts';
import { lostNameOutput } from '../compare/lost-names.ts';
import { rankOf, type ReachChange } from '../compare/reach-changes.ts';
import { omittedIn, Room } from '../core/room.ts';
import { withCandidates, safeResolution } from '../simulator/resolution.ts';
import { entryOf, type CallersChange } from '../compare/callers.ts';
import type { Entry, EntryArm } from '../compare/entries.ts';
import { timelineOf, type Timeline } from './timeline-svg.ts';

/** The state with which the current files, or those of another commit, are compared. */
export interface PlanBase {
  /** The requested revision, or a description if the base is not a revision. */
  readonly revision: string;
  /** The commit whose files were read; null if unknown. */
  readonly commit: string | null;
  /** Whether the commit is the merge base with the revision rather than the revision itself; null if unknown. */
  readonly merge_base: boolean | null;
  /** The description of the base for people; only its name if there is nothing to add. */
  readonly description?: string;
  /** The state that is compared with the base, unless it is the state of the current files. */
  readonly now?: string;
}
/** A computed plan with its base and the requested edits. */
export interface MadePlan extends Changes {
  readonly base: PlanBase | undefined;
  readonly edits: readonly EditOutcome[];
  readonly before: Workspace;
  readonly after: Workspace;
  /** Converts a path in the workspace to the path that is shown. */
  pathOf(file: string): string;
}
/** The assertions about a plan, and their results. */
export interface JudgedAssertion {
  readonly text: string;
  readonly assertion: Assertion;
  readonly verdict: Verdict;
}
/** The edits of a plan that are impossible. */
export const refusedEdits = ({ edits }: Pick<MadePlan, 'edits'>): readonly EditOutcome[] =>
  edits.filter(({ isImpossible }) => isImpossible);

/** The compared states, in words. */
export function comparisonInWords({ base, unreadableFiles: unreadable, edits, pathOf }: MadePlan): string {
  const editTexts = edits.filter(({ outcome }) => outcome !== 'missing').map(({ edit }) => edit.text);
  const unknownFiles = unreadable.filter(file => file.in === 'base').map(({ file }) => pathOf(file));
  const exception =
    unknownFiles.length === 0 ? '' : `, except ${listed(unknownFiles, 'and')}, whose earlier state is unknown`;
  const baseText =
    base === undefined ? '' : `${base.now ?? 'current files'} against ${base.description ?? base.revision}${exception}`;
  return [baseText, editTexts.length === 0 ? '' : `with ${editTexts.join(' ')}`].filter(part => part !== '').join(', ');
}

/** A picture for each agent with a changed version or tag. */
export function timelinesOf({ changes, edits, before, after }: MadePlan): Timeline[] {
  const changedAgents = changes
    .filter(isVersionChange)
    .filter(({ effect }) => effect !== 'added' && effect !== 'removed')
    .flatMap(change => [change.before, change.after].flatMap(side => side?.resolution.agentId ?? []));
  const editedAgents = edits.filter(({ isImpossible }) => !isImpossible).map(({ edit }) => edit.agentId);
  return [...new Set([...changedAgents, ...editedAgents])]
    .filter(id => before.agent(id) ?? after.agent(id))
    .sort()
    .map(id => timelineOf(id, agentName(id, after, before), before, after));
}

/**
 * The content of `schemas/outputs/plan.json`. One object for several workspaces: file names are relative to the working
 * directory, so they are unambiguous, and assertions apply to all workspaces and appear once.
 */
export function planOutput(plans: readonly MadePlan[], assertions: readonly JudgedAssertion[]): PlanOutput {
  const [{ base }] = plans as readonly [MadePlan, ...MadePlan[]],
    rooms = { reach: new Room(), callers: new Room(), candidates: new Room() };
  const reach = plans
    .flatMap(plan => plan.reach.worst.map(change => ({ change, shown: plan.pathOf })))
    .sort((a, b) => rankOf(a.change) - rankOf(b.change));
  rooms.reach.omit(plans.reduce((sum, plan) => sum + plan.reach.count, 0) - reach.length);
  const callers = plans
    .flatMap(plan => plan.callers.map(change => ({ change, shown: plan.pathOf })))
    .sort((a, b) => (b.change.movedShare ?? 0) - (a.change.movedShare ?? 0));
  const output: Omit<PlanOutput, 'omitted'> = {
    version: 1,
    base: base ? { revision: base.revision, commit: base.commit, merge_base: base.merge_base } : null,
    unreadable: plans.flatMap(({ unreadableFiles: unreadable, pathOf }) =>
      unreadable.map(file => ({ file: pathOf(file.file), in: file.in, reason: file.reason })),
    ),
    changes: plans.flatMap(plan => changesOutput(plan, rooms.candidates)),
    names: plans.flatMap(({ changes, pathOf }) =>
      changes.filter(isNameChange).map(change => nameOutput(change, pathOf)),
    ),
    unchanged: plans.reduce((sum, plan) => sum + plan.unchangedCount, 0),
    edits: plans.flatMap(({ edits }) => edits.map(editOutput)),
    assertions: assertionsOutput(assertions),
    assumptions: [...new Set(plans.flatMap(plan => plan.assumptions))].sort(),
    contents: plans.flatMap(contentsOutput),
    long_requests: plans.flatMap(({ contents, pathOf }) =>
      contents.flatMap(({ longRequests, isLive }) =>
        longRequests.map(request => ({ ...longRequestOutput(request, pathOf), is_live: isLive })),
      ),
    ),
    callers: rooms.callers.take(callers, ({ change, shown: pathOf }) => callersOutput(change, pathOf)),
    lost_names: plans.flatMap(({ lostNames, pathOf }) => lostNames.map(name => lostNameOutput(name, pathOf))),
    results: plans.flatMap(resultsOutput),
    reach: rooms.reach.take(reach, ({ change, shown: pathOf }) => reachOutput(change, pathOf)),
  };
  return { ...output, omitted: omittedIn(rooms) };
}

const assertionsOutput = (assertions: readonly JudgedAssertion[]): PlanOutput['assertions'] =>
  assertions.map(({ text, verdict: { holds, because, evidence } }) => ({ assertion: text, holds, because, evidence }));

function changesOutput({ changes, pathOf }: MadePlan, room: Room): PlanOutput['changes'] {
  // equal references share their resolution, because a batch has thousands of them
  const publicResolutions = new Map<Resolution, ResolveResolution>();
  const side = (side: VersionSide | undefined): PlanResolution | null => {
    if (!side) return null;
    const { resolution, reference: placed } = side;
    if (!publicResolutions.has(resolution)) publicResolutions.set(resolution, safeResolution(resolution));
    const place = { file: pathOf(placed.at.document.file), pointer: placed.at.pointer };
    return withCandidates({ ...publicResolutions.get(resolution)!, ...place }, room);
  };
  return changes.filter(isVersionChange).map(change => {
    const { at, agentId, reference, kind } = referenceOf(change);
    return {
      file: pathOf(at.document.file),
      pointer: at.pointer,
      agent_id: agentId,
      reference,
      kind,
      live: change.isLive,
      effect: change.effect,
      before: side(change.before),
      after: side(change.after),
      ...(change.acceptance && { accepted: change.acceptance.reason }),
    };
  });
}

function nameOutput(
  { effect, isLive: live, before, after, acceptance: accepted }: NameChange,
  pathOf: MadePlan['pathOf'],
) {
  const side = (side: NameSide): PlanName => {
    const { name, at } = side.reference,
      [record] = side.lookup.outcome === 'found' ? side.lookup.records : [];
    return {
      name,
      outcome: outcomeOf(side),
      file: pathOf(at.document.file),
      pointer: at.pointer,
      leads_to: record ? { file: pathOf(record.document.file), pointer: record.pointer } : null,
    };
  };
  const { kind, name, at } = after.reference;
  return {
    file: pathOf(at.document.file),
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

export const resultsOutput = ({ results, pathOf }: MadePlan): PlanOutput['results'] =>
  results.map(
    ({
      agentId,
      version,
      formerVersion: former,
      field,
      effect,
      before,
      after,
      newName: renamed,
      file,
      pointer,
      livePath: through,
    }) => ({
      agent_id: agentId,
      agent_version: version,
      field,
      effect,
      was: { agent_id: former.agentId, agent_version: former.version },
      before,
      after: after ?? null,
      renamed: renamed ?? null,
      file: pathOf(file),
      pointer,
      through: shownWay(through, pathOf),
    }),
  );

const shownWay = (way: LiveVersion['through'], pathOf: MadePlan['pathOf']): LiveVersion['through'] =>
  way.map(step => ({ ...step, file: pathOf(step.file) }));

/** One entry per value, in the order of the report. */
const contentsOutput = ({ contents, pathOf }: MadePlan): PlanOutput['contents'] =>
  contents.flatMap(({ liveVersions: live, isLive, unclearReason: unclear, part, changes }) =>
    changes.map(({ file, pointer, before, after, text }) => ({
      file: pathOf(file),
      pointer,
      before: before ?? null,
      after: after ?? null,
      text: textOutput(text),
      live: live.map(version => ({ ...version, through: shownWay(version.through, pathOf) })),
      kind: part.kind,
      is_live: isLive,
      unclear: unclear ?? null,
    })),
  );

/** The published form of a changed entry. */
const callersOutput = (change: CallersChange, pathOf: MadePlan['pathOf']): PlanOutput['callers'][number] => ({
  entry: outputOf(entryOf(change), pathOf),
  moved: change.movedShare,
  variables: change.variables,
  before: (change.before?.arms ?? []).map(armOutput),
  after: (change.after?.arms ?? []).map(armOutput),
});

/** The published form of an entry. */
const outputOf = (
  { kind, text, file, pointer }: Entry,
  pathOf: MadePlan['pathOf'],
): PlanOutput['callers'][number]['entry'] => ({
  kind,
  text,
  file: pathOf(file),
  pointer,
});

const armOutput = ({
  agentId,
  version,
  reference,
  variablesFrom,
  share,
  because,
}: EntryArm): PlanOutput['callers'][number]['before'][number] => ({
  agent_id: agentId,
  agent_version: version,
  reference,
  variables_from: variablesFrom,
  share,
  because,
});

/** The published form of a reach change: one item for each entry, answering version and thing. */
const reachOutput = (
  { entry, agentId, version, share, thing, effect, formerWay: former, cause, acceptance: accepted }: ReachChange,
  pathOf: MadePlan['pathOf'],
): PlanOutput['reach'][number] => ({
  entry: outputOf(entry, pathOf),
  agent: { agent_id: agentId, agent_version: version },
  share,
  what: { kind: thing.kind, name: thing.name, file: pathOf(thing.file), pointer: thing.pointer },
  effect,
  was: [...former],
  cause: cause ? { text: cause.text, file: pathOf(cause.file), pointer: cause.pointer } : null,
  ...(accepted && { accepted: accepted.reason }),
});
