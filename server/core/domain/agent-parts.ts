import type { Cursor } from '../cursor.ts';
import type { Pointer } from '../json/pointer.ts';
import { placeOf, type Content, type Place } from '../workspace/records.ts';
import { engineAt } from '../workspace/runners.ts';
import type { Workspace } from '../workspace/workspace.ts';

type PartKind = 'agent' | 'llm' | 'conversation-flow' | 'flow-component';
/** A record that determines what an agent does: its own, its engine's, or that of a shared component of the engine. */
export interface AgentPart extends Place {
  readonly kind: PartKind;
  /** '' for an engine inside an agent's file, without an id. */
  readonly id: string;
}

/** All available parts of an agent (a place of shape `agent-settings`) or an engine by itself, its own record first. */
export function partsOf(record: Cursor, workspace: Workspace): readonly AgentPart[] {
  const { tables } = workspace,
    own = placeOf(record),
    place = isEngine(record) ? undefined : engineAt(own, workspace);
  // while an engine's file is half typed, rules also run on it without other files
  const engine = isEngine(record) ? record : place && workspace.at(place);
  const parts: AgentPart[] = isEngine(record)
    ? []
    : [{ kind: 'agent', id: record.get('agent_id').string() ?? '', ...own }];
  if (engine) parts.push(enginePart(engine));
  const seen = new Set<string>();
  // the list grows while it is read
  for (const { kind, file, pointer } of parts) {
    if (kind === 'agent') continue;
    for (const id of contentsIn(file, workspace).get(pointer)?.components ?? []) {
      const component = seen.has(id) ? undefined : tables.components.get(id)?.at(-1);
      seen.add(id);
      if (component) parts.push({ kind: 'flow-component', id, file: component.file, pointer: component.pointer });
    }
  }
  return parts;
}
/** What the engines and components of a file lead to, by their pointers: a file may list many. */
const contentsIn = (file: string, workspace: Workspace): ReadonlyMap<Pointer, Content> =>
  workspace.shared.remember(
    contentsIn,
    file,
    () => new Map(workspace.records(file)?.contents.map(one => [one.pointer, one])),
  );
/** Whether a record is an engine's. */
export const isEngine = (record: Cursor): boolean => record.is('conversation-flow') || record.is('llm');

function enginePart(engine: Cursor): AgentPart {
  const kind = engine.is('conversation-flow') ? 'conversation-flow' : 'llm';
  const id = engine.get(kind === 'llm' ? 'llm_id' : 'conversation_flow_id').string() ?? '';
  return { kind, id, ...placeOf(engine) };
}
