import type { Cursor } from '../../core/cursor.ts';
import { agentsAt } from '../../core/domain/swaps.ts';
import { versionRecord } from '../../core/domain/version-records.ts';
import { isObject } from '../../core/json/json.ts';
import { nestedEngines } from '../../core/kinds.ts';
import { ruleOf } from '../../simulator/alert-rule.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';

/**
 * The effect of a click: `references` shows the places of the lens as references, the other actions open a panel for
 * the place of the lens.
 */
export type LensAction = 'references' | 'preview' | 'simulate' | 'flow' | 'editText';
/** The subject of a lens that counts references; `tag` is set only for a tag of an agent. */
export interface LensSubject {
  readonly topic: 'version' | 'tag' | 'agent' | 'users' | 'callers';
  readonly pointer: string;
  readonly tag?: string;
}

/** A lens that is not resolved yet. */
interface LensPlan {
  readonly at: Cursor;
  readonly action: LensAction;
  readonly topic: LensSubject['topic'];
  readonly tag?: string;
}

const references = (cursor: Cursor, subject: LensSubject['topic'], tag?: string): LensPlan => ({
  at: cursor,
  action: 'references',
  topic: subject,
  ...(tag !== undefined && { tag }),
});
const usersLens = (cursor: Cursor, action: LensAction): LensPlan => ({ at: cursor, action, topic: 'users' });

/** The lenses for a record of a document, or for the agent within an export. */
export function* lensSubjects(record: Cursor, workspace: Workspace): Generator<LensPlan> {
  switch (record.recordKind) {
    case 'agent':
      return yield* record.is('agent-export') ? engines(record) : agent(record, workspace);
    case 'agent-list':
      return yield* listItem(record, workspace);
    case 'agent-versions':
      if (!versionRecord(record, workspace)?.agent) return;
      yield references(record, 'version');
      return yield usersLens(record, 'preview');
    case 'conversation-flow':
    case 'flow-component':
    case 'llm':
      if (agentsAt(record, workspace).length > 0) {
        yield usersLens(record, 'preview');
        yield usersLens(record, 'simulate');
      }
      return yield* record.document.kind === 'llm' ? [references(record, 'users')] : flow(record);
    case 'agent-weights':
      if (!record.isArray) return;
      yield usersLens(record, 'preview');
      return yield usersLens(record, 'simulate');
    case 'phone-number':
      yield references(record, 'callers');
      yield usersLens(record, 'preview');
      return yield usersLens(record, 'simulate');
    case 'alert-rule':
      if (!('missing' in ruleOf(record))) yield usersLens(record, 'simulate');
      return;
    case 'batch-call':
      if (record.get('tasks').isArray) yield usersLens(record, 'simulate');
      return;
    default:
      return;
  }
}

function* agent(record: Cursor, workspace: Workspace): Generator<LensPlan> {
  const version = record.get('version').integer(),
    entry = workspace.agent(record.get('agent_id').string() ?? '');
  if (entry && version !== undefined) yield references(record, 'version');
  for (const tag of workspace.facts.liveTags) {
    const state = entry?.tags.get(tag);
    // a tag that selects this version is part of the lens of the version
    if (state && (version === undefined || workspace.resolve(entry!.id, tag).version !== version))
      yield references(record, 'tag', tag);
  }
  yield usersLens(record, 'preview');
  yield usersLens(record, 'simulate');
  if (workspace.engineOf(record)?.is('conversation-flow')) yield usersLens(record, 'flow');
  yield* engines(record);
}

function* listItem(item: Cursor, workspace: Workspace): Generator<LensPlan> {
  // an unfinished tag without an agent has no lens
  if (!item.get('agent_id').string()) return;
  yield references(item, 'agent');
  yield usersLens(item, 'preview');
  for (const tag of workspace.facts.liveTags) {
    const state = item.get('tags').get(tag);
    if (!state.exists) continue;
    yield references(state, 'tag', tag);
    yield { ...usersLens(state, 'preview'), tag };
  }
}

/** The lenses of the flows nested in the file of an agent. */
function* engines(holder: Cursor): Generator<LensPlan> {
  for (const [key, kind] of nestedEngines())
    if (kind === 'conversation-flow' && isObject(holder.peek(key))) yield* flow(holder.get(key));
}

/** The lenses of a flow or component, and of the components nested in it. */
function* flow(place: Cursor): Generator<LensPlan> {
  if (!place.isObject) return;
  yield usersLens(place, 'flow');
  yield references(place, 'users');
  for (const component of place.get('components').items())
    if (component.isObject) {
      yield usersLens(component, 'flow');
      yield references(component, 'users');
    }
}
