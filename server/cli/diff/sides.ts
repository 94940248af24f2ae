import { join } from 'node:path';
import type { Cursor } from '../../core/cursor.ts';
import type { Document } from '../../core/document.ts';
import { isEngine } from '../../core/domain/agent-parts.ts';
import { agentCalled, ambiguity, type TypedReference } from '../../core/domain/typed-reference.ts';
import { tagSuggestion, spellingFor as referenceWritten } from '../../core/index/agent-references.ts';
import { listed } from '../../core/wording.ts';
import { referenceName } from '../../core/workspace/names.ts';
import { agentOf, placeOf } from '../../core/workspace/records.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { allPairs, unclearPairs, type ContentPair } from '../../compare/content-pairs.ts';
import { versionIn, versionOf, type ComparedVersion } from '../../compare/version-diff.ts';
import { baseNamed } from '../../state/base.ts';
import type { State } from '../../state/open.ts';
import type { AskedSide } from '../../view/diff-report.ts';
import { stateIn, type ComparedBase } from '../plan/base.ts';
import { openedFile, withoutId } from '../terminal/typed-agent.ts';
import { readSelector, type TypedFile, readTyped } from '../terminal/selector.ts';
import { UsageError, type Io, pathFrom } from '../terminal/io.ts';
import { reportWorkspace } from '../terminal/workspaces.ts';

/** One of the two versions or engines that are compared. */
interface Side extends AskedSide {
  readonly version: ComparedVersion;
  readonly root: string;
}

/** Where the files of a side are read: the working directory or a revision. */
interface FileSource {
  readonly states: readonly State[];
  readonly io: Io;
  /** The commit whose files are read, in words; undefined for the current files. */
  readonly revisionName?: string | undefined;
  in(state: State): State;
}

/**
 * The two sides that the arguments name.
 * @throws UsageError if there are no two sides of the same kind
 */
export function sidesOf(
  [first, second]: readonly [string, string | undefined],
  base: ComparedBase | undefined,
  states: readonly State[],
  io: Io,
): readonly [Side, Side] {
  const currentSource: FileSource = { states, io, in: state => state, revisionName: secondCommit(base) },
    reference = readSide(first, io),
    side = sideOf(reference, currentSource);
  if (!('path' in reference)) reportWorkspace(reference.agent, states, io);
  if (base) return [earlierSide(reference, side, before(base, currentSource)), side];
  if (second !== undefined) {
    const otherSide = second.startsWith('@')
      ? sideOfSameAgent(first, side, second, currentSource)
      : sideOf(readSide(second, io), currentSource);
    if (isEngine(side.version.record) === isEngine(otherSide.version.record)) return [side, otherSide];
    throw new UsageError(`${first} and ${second} are an agent and an engine; give two agents, or two engines`);
  }
  if (!isNumbered(side))
    throw new UsageError(`${unnumbered(side)}, so it has no latest to compare with; give another file, or --base REV`);
  const latestSide = agentSide({ agent: idOf(side), reference: 'latest' }, currentSource);
  const isLatest =
    side.file === undefined
      ? reference.reference === null || reference.reference === 'latest'
      : isSameRecord(side, latestSide);
  if (!isLatest) return [side, latestSide];
  throw new UsageError(
    `${first} is already latest, which is the default of the second version; give another version: ${idOf(side)}@REF, or --base REV`,
  );
}

/**
 * The reference or file that an argument names.
 * @throws UsageError for a phone number, too
 */
function readSide(text: string, io: Io): TypedReference | TypedFile {
  const selector = readSelector(text, io);
  if (!('number' in selector)) return selector;
  throw new UsageError(`${text} is a phone number; diff compares agents, with their engines, and engines`);
}

/** The second commit of a base with two commits, such as `A..B`, in words; undefined for one commit. */
function secondCommit(base: ComparedBase | undefined): string | undefined {
  const secondRevision = base?.revision.currentRevision;
  return secondRevision && `${secondRevision.revision} (${secondRevision.commit.slice(0, 12)})`;
}

const idOf = ({ version }: Side): string => version.resolution.agentId;
const isNumbered = ({ version }: Side): boolean => (version.record.get('agent_id').string() ?? '') !== '';
const unnumbered = ({ version: { record }, file }: Side): string =>
  `${file ?? record.document.file} ${isEngine(record) ? 'is an engine' : 'has no agent_id'}`;

function isSameRecord(side: Side, otherSide: Side): boolean {
  const [a, b] = [placeOf(side.version.record), placeOf(otherSide.version.record)];
  return side.root === otherSide.root && a.file === b.file && a.pointer === b.pointer;
}

/**
 * The side of another version of the same agent.
 * @param secondText `@REF`
 */
function sideOfSameAgent(first: string, side: Side, secondText: string, source: FileSource): Side {
  if (!isNumbered(side)) throw new UsageError(`${unnumbered(side)}, so no other version of ${first} is known`);
  return agentSide(readTyped(`${idOf(side)}${secondText}`), source);
}

/** The files in a revision. Each workspace is read only once. */
function before(base: ComparedBase, { states, io }: FileSource): FileSource {
  const formerStates = new Map<State, State>();
  const stateBefore = (state: State): State => {
    if (!formerStates.has(state)) formerStates.set(state, { ...state, workspace: stateIn(base, state, io).workspace });
    return formerStates.get(state)!;
  };
  return { states, io, revisionName: baseNamed(base.revision), in: stateBefore };
}

/** The same side in an earlier revision. */
function earlierSide(reference: TypedReference | TypedFile, side: Side, formerWhere: FileSource): Side {
  if (side.file === undefined)
    return agentSide({ agent: idOf(side), reference: reference.reference ?? null }, formerWhere);
  return fileSide({ text: side.file, path: join(side.root, side.version.record.document.file) }, formerWhere);
}

const sideOf = (reference: TypedReference | TypedFile, source: FileSource): Side =>
  'path' in reference ? fileSide(reference, source) : agentSide(reference, source);

const comparableKinds: ReadonlyMap<string, string> = new Map([
  ['agent', 'agent'],
  ['llm', 'LLM engine'],
  ['conversation-flow', 'conversation flow'],
]);

/**
 * The side that a file names: the version in the file of an agent, another version of the agent (`FILE@REF`), or an
 * engine.
 */
function fileSide(file: TypedFile, source: FileSource): Side {
  const { state: current, document: currentDocument } = openedFile(file, source.states, source.io),
    { text, reference } = file;
  if (!comparableKinds.has(currentDocument.kind!))
    throw new UsageError(
      `${text} is a file of kind ${currentDocument.kind}; diff compares agents, with their engines, and engines`,
    );
  const state = source.in(current),
    document = state.workspace.document(currentDocument.file);
  const formerRecord = document ? undefined : formerOf(currentDocument, state.workspace, current.workspace);
  if (formerRecord)
    return recordSide(formerRecord, pathFrom(source.io, state.root, formerRecord.document.file), state, source);
  if (!document || document.kind !== currentDocument.kind)
    throw new UsageError(`${source.revisionName!} has no ${comparableKinds.get(currentDocument.kind!)} in ${text}`);
  if (!document.readable) throw new UsageError(`${text} of ${source.revisionName!} does not parse`);
  const [engine] = document.roots;
  if (currentDocument.kind !== 'agent' && engine) return recordSide(engine, text, state, source);
  const [record, ...otherCursors] = document.roots.map(agentOf);
  if (!record || otherCursors.length > 0)
    throw new UsageError(`${text} holds ${otherCursors.length + (record ? 1 : 0)} agents; give AGENT@REF`);
  if (reference === undefined) return recordSide(record, text, state, source);
  const id = record.get('agent_id').string();
  if (!id) throw new UsageError(`${text} has no agent_id, so no other version of it is known`);
  return agentSide({ agent: id, reference }, source);
}

/** The record of a file in an earlier state, in which the file had another name; undefined if there is none. */
function formerOf({ file, kind }: Document, before: Workspace, current: Workspace): Cursor | undefined {
  const isMeant = ({ after, part }: ContentPair): boolean =>
    part.kind === kind && after !== undefined && part.file === file;
  return [...allPairs(before, current), ...unclearPairs(before, current)].find(isMeant)?.before;
}

/**
 * The side of a record.
 * @param file the path of the file as typed
 */
function recordSide(record: Cursor, file: string, state: State, { io, revisionName }: FileSource): Side {
  const { workspace, root } = state;
  const id = record.get('agent_id').string(),
    number = record.get('version').integer();
  const resolution = id && number !== undefined ? workspace.resolve(id, number) : withoutId(record, null, state, io);
  return { version: versionIn(record, resolution, workspace), root, file, stateName: revisionName };
}

/**
 * The side of a version of an agent.
 * @throws UsageError if the reference selects no version in this workspace
 */
function agentSide({ agent, reference }: TypedReference, source: FileSource): Side {
  const { io, revisionName } = source;
  const lookups = source.states.map(state => {
    const chosenState = source.in(state);
    return { state: chosenState, lookup: agentCalled(agent, chosenState.workspace) };
  });
  const { lookup, state } =
      lookups.find(match => !('unknown' in match.lookup)) ??
      lookups.find(match => 'unknown' in match.lookup && match.lookup.agentsWithoutId.length > 0) ??
      lookups[0]!,
    { workspace, root } = state;
  if ('ambiguous' in lookup) throw new UsageError(ambiguity(agent, lookup.ambiguous));
  if ('unknown' in lookup) {
    const files = lookup.agentsWithoutId.map(record => pathFrom(io, root, record.document.file)),
      [record, ...otherCursors] = lookup.agentsWithoutId;
    if (record && otherCursors.length === 0 && reference === null) return recordSide(record, files[0]!, state, source);
    const ending = `${listed(files, 'and')} ${otherCursors.length > 0 ? 'have' : 'has'} no agent_id`;
    if (record)
      throw new UsageError(`${referenceWritten(agent, reference)} is unknowable: ${ending}; give ${files[0]!} itself`);
    const refusal = lookups
      .map(match => ('unknown' in match.lookup ? match.lookup.unknown : ''))
      .find(text => text !== '');
    throw new UsageError(`no agent ${agent} in ${revisionName ?? 'this workspace'}${refusal ?? ''}`);
  }
  const resolution = workspace.resolve(lookup.id, reference);
  const place = revisionName === undefined ? '' : ` of ${revisionName}`,
    selector = `${referenceName(lookup.id, reference ?? 'latest', workspace)}${place}`;
  if (resolution.outcome !== 'resolved')
    throw new UsageError(`${selector} is ${resolution.outcome}: ${resolution.because}${tagSuggestion(resolution)}`);
  const version = versionOf(resolution, workspace);
  if (version) return { version, root, stateName: revisionName };
  const numbers = [...workspace.agent(lookup.id)!.versions.values()]
    .filter(({ version: number }) => versionOf({ ...resolution, version: number }, workspace))
    .map(({ version: number }) => number);
  const records =
    numbers.length === 0 ? 'it has no record of any version' : `records in this workspace: ${numbers.join(', ')}`;
  throw new UsageError(
    `${selector} selects version ${resolution.version}, whose record is not in this workspace; ${records}`,
  );
}
