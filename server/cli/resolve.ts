import type { Resolve } from '../core/generated/outputs.js';
import type { Cursor } from '../core/cursor.ts';
import { agentOf, placeOf, type Place } from '../core/workspace/records.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import type { State } from '../state/open.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { omittedIn, Room } from '../core/room.ts';
import { count, suggest } from '../core/wording.ts';
import { referencesOf, resolutionOf, unknownTasks } from '../core/index/agent-references.ts';
import { agentCalled, ambiguity, type TypedReference } from '../core/domain/typed-reference.ts';
import { withCandidates } from '../simulator/resolution.ts';
import { withheld } from '../simulator/simulation.ts';
import { command, formatOption } from './terminal/command.ts';
import { remark, UsageError, type Io, pathFrom, show } from './terminal/io.ts';
import { answerOf } from '../view/answer.ts';
import { code, section, type Block } from '../view/blocks.ts';
import { resolveBlocks } from '../view/results/resolve.ts';
import { followReference, type FollowedReference } from '../view/resolve-report.ts';
import { noSuchNumber, readSelector, recordsOfNumber, type Selector, type TypedFile } from './terminal/selector.ts';
import { meantTogether, openedFile, withoutId } from './terminal/typed-agent.ts';
import { folderOf, openAll, reportWorkspace, reportUnreadable, withFiles } from './terminal/workspaces.ts';

/** Shows what references to agent versions select: `preflight resolve`. */
export const resolve = command(
  {
    name: 'resolve',
    readsConfiguration: true,
    operands: '[NUMBER|AGENT[@REF]|FILE…]',
    completes: 'reference',
    about: `Show which version of an agent a reference selects, and with which dynamic variables, from the files of this
workspace. AGENT is an id, or a name that only one agent has. REF is a number, latest, latest_published or a tag;
the default is latest. FILE is an agent's file, for its version, or any other file, for the references in it. NUMBER is
a phone number, for the references in its record. Without arguments, show every reference in the workspace with its
place: live tags, phone numbers, swaps, warm transfers, weight lists, batch calls, versions in alert filters.`,
    options: {
      all: { about: 'all references in the workspace, as without arguments' },
      explain: {
        about:
          'show each step with its clause of the specification, assumptions, and every variable: value, source, where ' +
          'it is used, or that it is unset',
      },
      format: formatOption(['table', 'json', 'markdown']),
    },
    helpEnding: `Examples
  preflight resolve agent_frontdesk01@prod
  preflight resolve "Front desk@latest_published" --explain
  preflight resolve numbers/main.phone-number.json
  preflight resolve --format json

Exit codes
  0  all references resolve, or are unknowable: "preflight doctor" names the file that would settle those
  1  a reference selects nothing, its agent is neither defined nor referenced in this workspace, or no file has the number
  2  not a reference, or a file that cannot be used`,
  },
  ({ values, positionals }, io) => {
    const { explain = false } = values,
      isAll = values.all === true || positionals.length === 0;
    if (values.all && positionals.length > 0)
      throw new UsageError('--all means every reference in the workspace, so it cannot be combined with AGENT[@REF]');
    const selectors = positionals.map(text => readSelector(text, io));
    const allStates = openAll(io);
    const states = isAll ? withFiles(allStates) : allStates;
    for (const state of states) reportUnreadable(state, io);
    const followedReferences = selectors.map((selector, i) => {
      if ('number' in selector) return numberAnswers(selector.number, states, explain, io);
      return 'path' in selector
        ? fileAnswers(selector, states, explain, io)
        : firstKnown(selector, states, explain, io, selectors[i - 1]);
    });
    const ownAnswers = isAll
      ? states.map(state => ({ folder: folderOf(state, io), answers: everyAnswer(state, explain, io) }))
      : [{ folder: '', answers: followedReferences.flatMap(references => references ?? []) }];
    const answers = ownAnswers.flatMap(group => group.answers);
    const candidates = new Room(),
      resolutions = answers.map(({ result }) => withCandidates(result, candidates));
    const output: Resolve = { version: 1, resolutions, omitted: omittedIn({ candidates }) };
    const blocks = (): readonly Block[] =>
      answers.length === 0 && !isAll
        ? []
        : ownAnswers.flatMap(({ folder, answers: references }) =>
            ownAnswers.length > 1
              ? section(folder, code(folder), resolveBlocks(references, isAll))
              : resolveBlocks(references, isAll),
          );
    show(answerOf(output, blocks), values.format ?? 'table', io);
    return Promise.resolve(followedReferences.includes(undefined) || answers.some(isNothing) ? 1 : 0);
  },
);

const isNothing = ({ result }: FollowedReference): boolean => result.outcome === 'missing';

const shownIn =
  ({ root }: State, io: Io) =>
  (file: string): string =>
    pathFrom(io, root, file);

/** The resolutions of all references in a workspace, or of those in one place. */
function everyAnswer(state: State, isExplained: boolean, io: Io, place?: Place): FollowedReference[] {
  const { workspace } = state,
    pathOf = shownIn(state, io);
  const unknownCount = place === undefined ? unknownTasks(workspace) : 0;
  if (unknownCount > 0) reportUnknownTasks(unknownCount, workspace, io);
  return referencesOf(workspace)
    .filter(({ at }) => place === undefined || at.document.file === place.file)
    .filter(({ at }) => place === undefined || `${at.pointer}/`.startsWith(`${place.pointer}/`))
    .map(reference => {
      const hint = workspace.agent(reference.agentId) ? '' : hintFor(reference.agentId, workspace);
      return followReference(resolutionOf(reference, workspace), workspace, {
        placedReference: reference,
        hint,
        explain: isExplained,
        pathOf,
      });
    });
}

/** Prints how many tasks of batches are omitted because their agent is not known. */
function reportUnknownTasks(unknownCount: number, workspace: Workspace, io: Io): void {
  const refusal = withheld(['from-number-agent'], workspace);
  const reason =
    refusal === undefined ? 'the agent of its from_number is not known' : `the agent of its from_number ${refusal}`;
  const [names, verb] = unknownCount === 1 ? ['names', 'it is'] : ['name', 'they are'];
  io.stderr.write(`${count(unknownCount, 'call')} of a batch ${names} no agent, and ${reason}; ${verb} not shown\n`);
}

/**
 * The version in the file of an agent, or the references in a file of another kind.
 * @throws UsageError if there are none
 */
function fileAnswers(file: TypedFile, states: readonly State[], isExplained: boolean, io: Io): FollowedReference[] {
  const { state, document } = openedFile(file, states, io),
    { workspace } = state;
  if (document.kind !== 'agent') {
    const answers = everyAnswer(state, isExplained, io, { file: document.file, pointer: '' });
    if (answers.length === 0) remark(io, `${file.text} has no references to agents`);
    return answers;
  }
  return document.roots.map(agentOf).flatMap(agent => {
    const id = agent.get('agent_id').string();
    if (!id) return unidentified(agent, file.reference ?? null, state, io);
    const resolution = workspace.resolve(id, file.reference ?? agent.get('version').integer() ?? null);
    return followReference(resolution, workspace, { hint: '', explain: isExplained, pathOf: shownIn(state, io) });
  });
}

/** The references in the records of a phone number. Returns undefined, after a message, if no file has the number. */
function numberAnswers(
  number: string,
  states: readonly State[],
  isExplained: boolean,
  io: Io,
): FollowedReference[] | undefined {
  const records = recordsOfNumber(number, states),
    answers = records.flatMap(({ state, record }) => everyAnswer(state, isExplained, io, placeOf(record)));
  if (records.length === 0) remark(io, noSuchNumber(number, states));
  else if (answers.length === 0) remark(io, `${number} has no references to agents`);
  return records.length === 0 ? undefined : answers;
}

/**
 * The resolution in the first workspace that has the agent, or else in the first that mentions it.
 * @throws UsageError
 */
function firstKnown(
  { agent, reference }: TypedReference,
  states: readonly State[],
  isExplained: boolean,
  io: Io,
  before: Selector | undefined,
): FollowedReference[] {
  const lookups = states.map(state => ({ state, lookup: agentCalled(agent, state.workspace) }));
  const match = lookups.find(({ lookup }) => !('unknown' in lookup));
  if (match && 'ambiguous' in match.lookup) throw new UsageError(ambiguity(agent, match.lookup.ambiguous));
  reportWorkspace(agent, states, io);
  for (const { state, lookup } of match ? [] : lookups)
    if ('unknown' in lookup && lookup.agentsWithoutId.length > 0)
      return lookup.agentsWithoutId.map(record => unidentified(record, reference, state, io));
  const namingLookup = lookups.find(({ state }) =>
    referencesOf(state.workspace).some(({ agentId }) => agentId === agent),
  );
  const { state, lookup } = match ?? namingLookup ?? lookups[0]!;
  const resolution = state.workspace.resolve('id' in lookup ? lookup.id : agent, reference);
  const hints = [
      meantTogether(agent, before, states),
      ...lookups.map(({ lookup }) => ('unknown' in lookup ? lookup.unknown : '')),
    ],
    hint = hints.find(text => text !== '') ?? '';
  const number = `+${agent}`,
    isNumber = states.some(({ workspace }) => workspace.phoneNumbers.has(number)),
    answer = match || namingLookup ? resolution : notNamed(resolution, isNumber ? suggest(number) : '');
  return [
    followReference(answer, state.workspace, {
      hint: match ? '' : hint,
      explain: isExplained,
      pathOf: shownIn(state, io),
    }),
  ];
}

/** The resolution for an agent that is in no file: the reference selects nothing. */
function notNamed(resolution: Resolution, suggestion: string): Resolution {
  const reason = `no agent ${resolution.agentId} in this workspace${suggestion}`;
  return {
    ...resolution,
    outcome: 'missing',
    version: null,
    missing: 'agent',
    because: reason,
    assumptions: [],
    steps: [{ text: reason, spec: null }],
  };
}

const unidentified = (agent: Cursor, reference: string | number | null, state: State, io: Io): FollowedReference =>
  followReference(withoutId(agent, reference, state, io), state.workspace, {
    hint: '',
    explain: false,
    pathOf: shownIn(state, io),
  });

const hintFor = (agentId: string, workspace: Workspace): string =>
  workspace.memory.remember(hintFor, agentId, () => {
    const agent = agentCalled(agentId, workspace);
    return 'unknown' in agent ? agent.unknown : '';
  });
