import type { Cursor } from '../core/cursor.ts';
import type { Document } from '../core/document.ts';
import type { JsonObject } from '../core/json.ts';
import type { Kind } from '../core/kinds.ts';
import type { Pointer } from '../core/pointer.ts';
import type { ShapeName } from '../core/shapes.ts';
import { agentOf, recordsOf } from '../core/workspace/records.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/** A sort of thing that the platform keeps, and how a file holds one. */
export interface ResourceType {
  /** As paths name it: `create-<name>`. */
  readonly name: string;
  readonly kind: Kind;
  /** Of the request, and of what is answered. */
  readonly request: ShapeName;
  readonly response: ShapeName;
  readonly id: string;
  /** What the ids that are given begin with. */
  readonly prefix: string;
  /** The field that a search looks at. */
  readonly title: string;
  /** The field that says when it was last changed. */
  readonly modified: string | undefined;
  /** What the platform says of a new one, beside its id. */
  made(now: number): JsonObject;
  /** What is answered beside what is kept: what follows from other records. */
  derived?(record: Cursor, workspace: Workspace): JsonObject;
}

const type = (one: ResourceType): ResourceType => one;

export const components = type({
  name: 'conversation-flow-component',
  kind: 'flow-component',
  request: 'flow-component',
  response: 'flow-component-response',
  id: 'conversation_flow_component_id',
  prefix: 'conversation_flow_component_',
  title: 'name',
  modified: 'user_modified_timestamp',
  made: now => ({ user_modified_timestamp: now }),
  derived: (record, workspace) => ({ linked_conversation_flow_ids: flowsWith(record, workspace) }),
});
export const testCases = type({
  name: 'test-case-definition',
  kind: 'test-case',
  request: 'test-case-definition',
  response: 'test-case-definition',
  id: 'test_case_definition_id',
  prefix: 'test_case_',
  title: 'name',
  modified: 'user_modified_timestamp',
  made: now => ({ type: 'simulation', creation_timestamp: now, user_modified_timestamp: now }),
});
/** The types that are records of their own; agents, which have versions, are kept apart. */
export const resourceTypes = [components, testCases] as const;

/** One record of a type: where it stands, and which version of it that is. */
export interface ResourceRecord {
  readonly id: string;
  readonly pointer: Pointer;
}
export interface Held extends ResourceRecord {
  readonly file: string;
}

/** What a file holds of a type. A record without an id is a request that was not made yet. */
export const heldIn = (document: Document, { kind, id: key }: ResourceType): readonly ResourceRecord[] =>
  document.kind === kind
    ? document.facts.remember(heldIn, key, () =>
        document.roots.map(agentOf).flatMap(root => {
          const id = root.peek(key);
          return typeof id === 'string' && id !== '' ? [{ id, pointer: root.pointer }] : [];
        }),
      )
    : [];

/** All records of a type, in the order of the files. */
export const heldOf = (workspace: Workspace, of: ResourceType): Held[] =>
  workspace.documents.flatMap(document => heldIn(document, of).map(record => ({ ...record, file: document.file })));

/** The record as it is answered. */
export const shownRecord = (record: Cursor, of: ResourceType, workspace: Workspace): JsonObject => ({
  ...(record.value as JsonObject),
  ...of.derived?.(record, workspace),
});

/** Flows whose nodes run a component that is shared. */
function flowsWith(component: Cursor, workspace: Workspace): readonly string[] {
  const id = component.get('conversation_flow_component_id').string()!;
  const flows = workspace.documents.flatMap(document => {
    const { engines, contents } = recordsOf(document);
    return engines.flatMap(engine =>
      contents.some(({ pointer, components: named }) => pointer === engine.pointer && named.includes(id))
        ? [engine.id]
        : [],
    );
  });
  return [...new Set(flows)].sort();
}
