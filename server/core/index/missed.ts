import type { Cursor } from '../cursor.ts';
import { keepsEngines } from '../domain/version-records.ts';
import { idAt } from '../workspace/version-references.ts';
import type { EngineKind } from '../workspace/records.ts';
import type { RecordKind } from '../shapes/table.ts';
import type { Question, Workspace } from '../workspace/workspace.ts';

/**
 * Whether a reference to a platform-wide record may lead nowhere: a quick look at the tables that clears most
 * references before any other file is known. Without any agent or engine, none is missing.
 */
export function mayBeMissed(place: Cursor, workspace: Workspace): boolean {
  const { to, of } = place.marks['x-reference']!,
    missed = questions[to];
  if (!missed) return true;
  const { value } = place,
    id = of === undefined ? idAt(place) : idAt(place.sibling(of));
  // an empty name is no reference, and a variable provides the other
  if (id === undefined) return typeof value === 'number';
  return workspace.ask(missed, false, id, of === undefined ? null : String(value));
}

const missedAgent: Question<boolean> = ({ tables, facts: { complete } }, id) =>
  !tables.agents.has(id) && (tables.agents.size > 0 || complete.includes('agent') || complete.includes('agent-list'));
const missedComponent: Question<boolean> = ({ tables }, id) => !tables.components.has(id);

const isKept = (kind: EngineKind, workspace: Workspace): boolean =>
  workspace.facts.complete.includes(kind) || keepsEngines(workspace, kind);
const missedEngine =
  (kind: EngineKind): Question<boolean> =>
  (workspace, id) =>
    !workspace.tables.engines(kind).has(id) && isKept(kind, workspace);
const missedVersion =
  (kind: EngineKind): Question<boolean> =>
  (workspace, id, version) => {
    const records = workspace.tables.engines(kind).get(id) ?? [];
    return (
      !records.some(record => String(record.version) === version) &&
      (records.length > 0 || workspace.facts.complete.includes(`${kind}-version`)) &&
      isKept(kind, workspace)
    );
  };

const questions: Partial<Record<RecordKind, Question<boolean>>> = {
  agent: missedAgent,
  'flow-component': missedComponent,
  llm: missedEngine('llm'),
  'conversation-flow': missedEngine('conversation-flow'),
  'llm-version': missedVersion('llm'),
  'conversation-flow-version': missedVersion('conversation-flow'),
};
