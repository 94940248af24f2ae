import { resolve, sep } from 'node:path';
import type { Cursor } from '../../core/cursor.ts';
import type { Document } from '../../core/document.ts';
import { liveVersions } from '../../core/domain/live-versions.ts';
import { kindNames } from '../../core/kinds.ts';
import { listed, show } from '../../core/wording.ts';
import type { Place } from '../../core/workspace/records.ts';
import { isWithin } from '../../state/paths.ts';
import type { State } from '../../state/open.ts';
import { tagSuggestion } from '../../core/index/agent-references.ts';
import { agentCalled, ambiguity, type TypedReference } from '../../core/domain/typed-reference.ts';
import { UsageError, type Io, pathFrom } from '../terminal/io.ts';
import { noSuchNumber, readSelector, recordsOfNumber, regularFile } from '../terminal/selector.ts';
import { folderOf, openAll, openAround, reportUnreadable, withFiles } from '../terminal/workspaces.ts';
import { statsOf } from '../../state/regular-file.ts';

/** What is simulated, and its workspace. */
interface SimulatedSubject {
  readonly state: State;
  /** The simulated file, or the first of several. */
  readonly document: Document;
  readonly roots: readonly Cursor[];
  /** The name of the subject in outputs. */
  readonly name: string;
}

/** Kinds of file that can be simulated. */
type Kinds = readonly (typeof kindNames)[number][];

/**
 * Resolves the subject on the command line: a file, a version of an agent, or a folder of agents; without one, all
 * live agents.
 * @param canTakeMany whether the simulation accepts several agents
 * @throws UsageError
 */
export function subjectOf(text: string | undefined, canTakeMany: boolean, kinds: Kinds, io: Io): SimulatedSubject {
  if (text === undefined) {
    if (!canTakeMany)
      throw new UsageError(
        'simulate takes a file, a phone number or AGENT[@REF]; "preflight simulate --help" lists the kinds of file',
      );
    return liveAgents(io);
  }
  const stats = statsOf(resolve(io.cwd, text));
  if (stats?.isDirectory() && canTakeMany) return agentsBelow(text, io);
  const selector = stats ? undefined : readSelector(text, io);
  if (selector && 'number' in selector) return recordOfNumber(selector.number, openAll(io), io);
  if (selector && !('path' in selector)) return versionOf(text, selector, io);
  const path = regularFile(text, io, 'simulate takes one file, or with --outage a folder');
  const state = openAround(path, io, { baseline: false });
  const document = requireReadable(state.workspace.document(state.file), text, kinds);
  const unreadableFinding = state.unreadableFindings.find(({ file }) => file === state.file);
  if (unreadableFinding) throw new UsageError(`${text} cannot be used: ${unreadableFinding.message}`);
  return { state, document, roots: document.roots, name: pathFrom(io, state.root, document.file) };
}

/**
 * The record of a phone number.
 * @throws UsageError if no file or several files have the number
 */
export function recordOfNumber(number: string, states: readonly State[], io: Io): SimulatedSubject {
  const [firstRecord, ...otherRecords] = recordsOfNumber(number, states);
  if (!firstRecord) throw new UsageError(noSuchNumber(number, states));
  const fileOf = ({ state, record }: typeof firstRecord): string => pathFrom(io, state.root, record.document.file);
  if (otherRecords.length > 0)
    throw new UsageError(
      `${number} is in ${listed([firstRecord, ...otherRecords].map(fileOf), 'and')}; give one of these files`,
    );
  const { state: openedState, record } = firstRecord;
  return { state: openedState, document: record.document, roots: [record], name: `${number} (${fileOf(firstRecord)})` };
}

/**
 * The record of a version of an agent.
 * @throws UsageError
 */
function versionOf(text: string, { agent, reference }: TypedReference, io: Io): SimulatedSubject {
  const lookups = openAll(io).map(state => ({ state, lookup: agentCalled(agent, state.workspace) }));
  const isKnown = ({ lookup }: (typeof lookups)[number]): boolean =>
    !('unknown' in lookup) || lookup.agentsWithoutId.length > 0;
  const { state: openedState, lookup } = lookups.find(isKnown) ?? lookups[0]!;
  if ('ambiguous' in lookup) throw new UsageError(ambiguity(agent, lookup.ambiguous));
  if ('unknown' in lookup) {
    const [cursor, ...otherCursors] = lookup.agentsWithoutId;
    if (cursor && otherCursors.length === 0 && reference === null)
      return {
        state: openedState,
        document: cursor.document,
        roots: [cursor],
        name: pathFrom(io, openedState.root, cursor.document.file),
      };
    throw new UsageError(`there is no file ${text}, and no agent ${show(agent)} in this workspace${lookup.unknown}`);
  }
  reportUnreadable(openedState, io);
  const { workspace, root } = openedState,
    resolution = workspace.resolve(lookup.id, reference);
  const selector = `${lookup.id}@${reference ?? 'latest'}`;
  if (resolution.outcome !== 'resolved')
    throw new UsageError(`${selector} is ${resolution.outcome}: ${resolution.because}${tagSuggestion(resolution)}`);
  const place = workspace.agent(lookup.id)!.recordPlace(resolution.version!);
  if (!place)
    throw new UsageError(`${selector} selects version ${resolution.version}, whose record is not in this workspace`);
  const name = `${selector} (${pathFrom(io, root, place.file)})`;
  return { state: openedState, document: workspace.document(place.file)!, roots: [workspace.at(place)], name };
}

/**
 * All agents in the files of a folder.
 * @throws UsageError
 */
function agentsBelow(text: string, io: Io): SimulatedSubject {
  const folder = resolve(io.cwd, text);
  const states = openAll({ ...io, cwd: folder });
  return onlyMatch(
    states.map(state => ({
      state,
      roots: state.workspace.documents
        .filter(({ file }) => isWithin(folder, resolve(state.root, file)))
        .flatMap(document => document.rootsOf('agent')),
    })),
    `${text.replace(/[\\/]+$/, '')}${sep}`.replaceAll('\\', '/'),
    `${text} has no agents`,
    io,
  );
}

/**
 * The records of all live versions.
 * @throws UsageError
 */
const liveAgents = (io: Io): SimulatedSubject =>
  onlyMatch(
    openAll(io).map(state => {
      const { workspace } = state;
      const places = [...liveVersions(workspace).values()].flatMap(versions =>
        [...versions.values()].flatMap(({ agentId, version }): Place | readonly Place[] => {
          const place = workspace.agent(agentId)?.recordPlace(version);
          return place ?? [];
        }),
      );
      return { state, roots: places.map(workspace.at) };
    }),
    'live agents',
    'no live agent has a record in this workspace',
    io,
  );

/**
 * The only match in all workspaces.
 * @throws UsageError if there is none, or several workspaces have matches
 */
function onlyMatch(
  candidates: readonly { readonly state: State; readonly roots: readonly Cursor[] }[],
  name: string,
  refusal: string,
  io: Io,
): SimulatedSubject {
  const candidatesWithRoots = candidates.filter(({ roots }) => roots.length > 0),
    [first, ...otherMatches] = candidatesWithRoots;
  for (const { state: openedState } of candidatesWithRoots) reportUnreadable(openedState, io);
  if (!first) throw new UsageError(refusal);
  if (otherMatches.length > 0) {
    const folders = withFiles(candidatesWithRoots.map(({ state }) => state)).map(state => folderOf(state, io));
    throw new UsageError(`there are agents in several workspaces: ${listed(folders, 'and')}; --cwd chooses one`);
  }
  return { ...first, document: first.roots[0]!.document, name };
}

/**
 * The document, if it can be simulated.
 * @throws UsageError for another kind of file, or a file that does not parse
 */
export function requireReadable(document: Document | undefined, path: string, kinds: Kinds): Document {
  if (!document?.kind)
    throw new UsageError(
      `the kind of ${path} is not known; kinds that can be simulated: ${listed([...kinds], 'and', 20)}`,
    );
  if (!document.readable) {
    const problem = document.parsed.problems[0];
    const position = problem && document.lines.positionAt(problem.start);
    const place = position ? `:${position.line + 1}:${position.character + 1}` : '';
    throw new UsageError(
      `${path}${place} does not parse, so there is nothing to simulate; ` +
        `"preflight lint ${path}" says what is wrong`,
    );
  }
  return document;
}
