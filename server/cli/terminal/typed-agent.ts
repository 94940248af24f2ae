import type { Cursor } from '../../core/cursor.ts';
import { recordOf } from '../../core/domain/tasks.ts';
import { agentCalled, ambiguity, readVersion, type TypedReference } from '../../core/domain/typed-reference.ts';
import { tagSuggestion } from '../../core/index/agent-references.ts';
import { referenceName } from '../../core/workspace/names.ts';
import { agentOf } from '../../core/workspace/records.ts';
import type { Resolution } from '../../core/workspace/resolve.ts';
import type { State } from '../../state/open.ts';
import type { Selector, TypedFile } from './selector.ts';
import { remark, UsageError, type Io, pathFrom } from './io.ts';
import { reportWorkspace, openAround } from './workspaces.ts';
import type { Document } from '../../core/document.ts';
import { disk } from '../../state/source.ts';
import { pathWithin } from '../../state/paths.ts';

/** A typed version of an agent, and the state that has it. */
export interface TypedVersion {
  readonly state: State;
  /** The name of the version for people. */
  readonly text: string;
  readonly resolution: Resolution;
  /** The version in the record of an agent without an id, to which nothing can refer. */
  readonly version: number | null;
  /** The record of the version; undefined if no file has it. */
  readonly record: Cursor | undefined;
}

/** A suggestion if a reference was typed in an argument after its agent: `; did you mean "Front desk@prod"?` */
export function meantTogether(text: string, before: Selector | undefined, states: readonly State[]): string {
  const reference = readVersion(text);
  if (!before || !('agent' in before) || before.reference !== null || typeof reference === 'object') return '';
  const isOne = states.some(({ workspace }) => {
    const agent = agentCalled(before.agent, workspace);
    return 'id' in agent && workspace.resolve(agent.id, reference).outcome === 'resolved';
  });
  return isOne ? `; did you mean ${JSON.stringify(`${before.agent}@${text}`)}?` : '';
}

/**
 * The version that `AGENT[@REF]` selects, or the agents without an id that have this name. Returns undefined, after a
 * message, if no file has the agent.
 * @throws UsageError for an ambiguous name
 * @param before the previous argument
 */
export function versionsTyped(
  { agent, reference }: TypedReference,
  states: readonly State[],
  io: Io,
  before?: Selector,
): readonly TypedVersion[] | undefined {
  const lookups = states.map(state => ({ state, lookup: agentCalled(agent, state.workspace) })),
    match = lookups.find(({ lookup }) => !('unknown' in lookup));
  if (!match) {
    const records = lookups.flatMap(({ state, lookup }) =>
      'unknown' in lookup ? lookup.agentsWithoutId.map(record => versionOfRecord(agent, record, state, io)) : [],
    );
    if (records.length > 0) return records;
    const hints = [
      meantTogether(agent, before, states),
      ...lookups.map(({ lookup }) => ('unknown' in lookup ? lookup.unknown : '')),
    ];
    remark(io, `no agent ${agent} in this workspace${hints.find(text => text !== '') ?? ''}`);
    return undefined;
  }
  if ('ambiguous' in match.lookup) throw new UsageError(ambiguity(agent, match.lookup.ambiguous));
  reportWorkspace(agent, states, io);
  const { workspace } = match.state,
    { id } = match.lookup as { readonly id: string },
    resolution = workspace.resolve(id, reference),
    text = referenceName(id, reference, workspace);
  if (resolution.outcome !== 'missing')
    return [
      { state: match.state, text, resolution, version: resolution.version, record: recordOf(resolution, workspace) },
    ];
  remark(io, `${text}: ${resolution.because}${tagSuggestion(resolution)}`);
  return undefined;
}

/**
 * The agents in the file of an agent, or other versions of them.
 * @throws UsageError for an unusable file
 */
export function versionsInFile(file: TypedFile, states: readonly State[], io: Io): readonly TypedVersion[] {
  const { state, document } = openedFile(file, states, io),
    { reference } = file;
  return document.roots.map(agentOf).flatMap(agent => {
    const id = agent.get('agent_id').string();
    if (reference === undefined || !id)
      return [versionOfRecord(pathFrom(io, state.root, document.file), agent, state, io)];
    return versionsTyped({ agent: id, reference }, [state], io) ?? [];
  });
}

const versionOfRecord = (text: string, record: Cursor, state: State, io: Io): TypedVersion => {
  const id = record.get('agent_id').string() ?? '',
    version = record.get('version').integer();
  const resolution =
    id !== '' && version !== undefined
      ? state.workspace.resolve(id, version)
      : { ...withoutId(record, null, state, io), agentId: id };
  return { state, text, record, resolution, version: version ?? null };
};

/**
 * A typed file and its workspace.
 * @throws UsageError for a file of an unknown kind, or with syntax errors
 */
export function openedFile(
  { text, path, reference }: TypedFile,
  states: readonly State[],
  io: Io,
): { readonly state: State; readonly document: Document } {
  const state = states.find(({ root, workspace }) => workspace.document(pathWithin(root, path) ?? ''));
  if (!state && states[0]!.source !== disk) throw new UsageError(`${text} is not in the compared commit`);
  const ownState = state ?? openAround(path, io, { baseline: false }),
    document = ownState.workspace.document(pathWithin(ownState.root, path)!);
  if (!document?.kind) throw new UsageError(`the kind of ${text} is not known`);
  if (!document.readable) throw new UsageError(`${text} does not parse; "preflight lint ${text}" says what is wrong`);
  if (document.kind !== 'agent' && reference !== undefined)
    throw new UsageError(`${text} is a file of kind ${document.kind}; only an agent has versions`);
  return { state: ownState, document };
}

/** The resolution of an agent without an id. Nothing can refer to it, so a selected version is unknowable. */
export function withoutId(agent: Cursor, reference: string | number | null, state: State, io: Io): Resolution {
  const file = pathFrom(io, state.root, agent.document.file),
    reason = `${file} has no agent_id, so its versions and tags are not known`;
  return {
    ...state.workspace.resolve(agent.get('agent_name').string() || file, reference),
    outcome: 'unknowable',
    version: null,
    missing: null,
    because: reason,
    assumptions: [],
    steps: [{ text: reason, spec: null }],
  };
}
