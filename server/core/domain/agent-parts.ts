import type { Cursor } from '../cursor.ts';
import type { Pointer } from '../json/pointer.ts';
import { placeOf, type Content, type Place } from '../workspace/records.ts';
import { engineAt } from '../workspace/runners.ts';
import type { Workspace } from '../workspace/workspace.ts';

type PartKind = 'agent' | 'llm' | 'conversation-flow' | 'flow-component';
/**
 * A record that determines what an agent does: the record of the agent, of its engine, or of a shared component of the
 * engine.
 */
export interface AgentPart extends Place {
  readonly kind: PartKind;
  /** The id of the record; empty for an engine without an id inside the file of its agent. */
  readonly id: string;
}

/**
 * The parts of an agent (a place of shape `agent-settings`) or of an engine that are in the workspace. The record
 * itself comes first.
 */
export function partsOf(record: Cursor, workspace: Workspace): readonly AgentPart[] {
  const { tables } = workspace,
    ownPlace = placeOf(record),
    place = isEngine(record) ? undefined : engineAt(ownPlace, workspace);
  // an engine is used directly, because rules also run on a half-typed engine without other files
  const engine = isEngine(record) ? record : place && workspace.at(place);
  const parts: AgentPart[] = isEngine(record)
    ? []
    : [{ kind: 'agent', id: record.get('agent_id').string() ?? '', ...ownPlace }];
  if (engine) parts.push(enginePart(engine));
  const visited = new Set<string>();
  // `parts` grows during the loop
  for (const { kind, file, pointer } of parts) {
    if (kind === 'agent') continue;
    for (const id of contentsIn(file, workspace).get(pointer)?.components ?? []) {
      const component = visited.has(id) ? undefined : tables.components.get(id)?.at(-1);
      visited.add(id);
      if (component) parts.push({ kind: 'flow-component', id, file: component.file, pointer: component.pointer });
    }
  }
  return parts;
}
/**
 * The contents of the engines and components in a file, by pointer. The map is cached, because a file may list many of
 * them.
 */
const contentsIn = (file: string, workspace: Workspace): ReadonlyMap<Pointer, Content> =>
  workspace.sharedMemory.remember(
    contentsIn,
    file,
    () => new Map(workspace.records(file)?.contents.map(content => [content.pointer, content])),
  );
/** Whether a record is an engine. */
export const isEngine = (record: Cursor): boolean => record.is('conversation-flow') || record.is('llm');

function enginePart(engine: Cursor): AgentPart {
  const kind = engine.is('conversation-flow') ? 'conversation-flow' : 'llm';
  const id = engine.get(kind === 'llm' ? 'llm_id' : 'conversation_flow_id').string() ?? '';
  return { kind, id, ...placeOf(engine) };
}
