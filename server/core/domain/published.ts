import type { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import type { Edit, Finding, Fix } from '../finding.ts';
import type { Pointer } from '../json/pointer.ts';
import { recordName } from '../workspace/names.ts';
import { engineLink } from '../workspace/records.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * The published version around a place, which cannot be changed: the record of an agent, including a nested engine, or
 * of an engine. The record, a version summary, or for an engine a published agent that runs it may show that the
 * version is published.
 */
export function publishedAround(place: Cursor, workspace: Workspace): Cursor | undefined {
  for (let ancestor: Cursor | undefined = place; ancestor; ancestor = ancestor.parent) {
    const record = ancestor.is('agent-export') ? ancestor.get('agent') : ancestor;
    if (isPublished(record, workspace)) return record;
  }
  return undefined;
}

/** Whether the record of an agent or of an engine is a published version. */
export function isPublished(record: Cursor, workspace: Workspace): boolean {
  if (!shapes.some(shape => record.is(shape))) return false;
  if (record.peek('is_published') === true) return true;
  if (!record.is('agent-settings')) return publisherOf(record, workspace) !== undefined;
  const id = record.get('agent_id').string(),
    agent = id === undefined ? undefined : workspace.agent(id),
    version = record.get('version').integer() ?? NaN;
  // cached, because many records may describe one version
  return (
    agent?.memory.remember(isPublished, version, () =>
      agent.versions.get(version)?.places.some(record => record.isPublished),
    ) === true
  );
}

/** A published version of an agent that certainly runs this version of an engine, which is published with it. */
export const publisherOf = (engine: Cursor, workspace: Workspace): Cursor | undefined =>
  workspace.agentsRunning(engine).find(agent => isPublished(agent, workspace) && engineIsOf(agent, engine, workspace));

/**
 * Whether an agent runs exactly this version of an engine: the engine is nested in the agent, the agent names the
 * version, or there is no other version that it could run.
 */
export function engineIsOf(agent: Cursor, engine: Cursor, workspace: Workspace): boolean {
  const link = engineLink(agent),
    version = engine.get('version').integer();
  if (!link || 'nested' in link) return link !== undefined;
  if (version === undefined || link.version !== null) return version !== undefined && link.version === version;
  // an agent that names no version may run a later one, unless the files of the engine and of its agents exclude that
  return (
    engine.peek('is_published') !== false &&
    workspace.tables
      .engines(link.kind)
      .get(link.id)!
      .every(record => record.version === version) &&
    workspace.agentsRunning(engine).every(otherAgent => isPublished(otherAgent, workspace))
  );
}

/** The engine that is published together with an agent: the one that the agent runs, if it is marked as a draft. */
export function engineToPublish(agent: Cursor, workspace: Workspace): Cursor | undefined {
  const engine = workspace.engineOf(agent);
  return engine?.peek('is_published') === false ? engine : undefined;
}

/** The version and agent of a record in words: `version 2 of Front desk`. */
export function versionInWords(record: Cursor, workspace: Workspace): string {
  const shape = shapes.find(shape => record.is(shape)),
    id = shape && record.get(shapeIds[shape]).string(),
    name = id && recordName(shape === 'agent-settings' ? 'agent' : shape!, id, workspace);
  return `version ${record.get('version').integer() ?? '?'} of ${name || 'this record'}`;
}
const shapeIds = { 'agent-settings': 'agent_id', llm: 'llm_id', 'conversation-flow': 'conversation_flow_id' } as const;
const shapes = ['agent-settings', 'llm', 'conversation-flow'] as const;

/**
 * Moves a fix that would change a published version to `draftFix`. Fixes of the syntax alone (a comma, a duplicate key)
 * change no record.
 */
export function withDraftFix(finding: Finding, document: Document, workspace: Workspace): Finding {
  const { fix, otherFixes = [], ...rest } = finding;
  if (!fix) return finding;
  const isAllowed = ({ edits }: Fix): boolean => !edits.some(edit => isInPublished(document, edit, workspace));
  if (!isAllowed(fix)) return { ...rest, draftFix: fix };
  const otherFields = otherFixes.filter(isAllowed);
  return otherFields.length === otherFixes.length
    ? finding
    : { ...rest, fix, ...(otherFields.length > 0 && { otherFixes: otherFields }) };
}

function isInPublished(document: Document, edit: Edit, workspace: Workspace): boolean {
  const pointer = placeOf(edit);
  return pointer !== undefined && publishedAround(document.at(pointer), workspace) !== undefined;
}

function placeOf(edit: Edit): Pointer | undefined {
  if ('set' in edit) return edit.set;
  if ('remove' in edit) return edit.remove;
  if ('rename' in edit) return edit.rename;
  return 'within' in edit ? edit.within : undefined;
}
