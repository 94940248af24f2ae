import type { AgentPart } from '../core/domain/agent-parts.ts';
import { enginesInside, recordsOf, type RecordWithId, type Place } from '../core/workspace/records.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { pairThings, type Pair } from './pairs.ts';

/** A record whose contents are compared; `id` is '' if it has none. */
export interface ContentPart extends Place {
  readonly kind: AgentPart['kind'] | 'phone-number' | 'alert-rule';
  readonly id: string;
}
/** The reason why the files cannot show whether a record serves callers. */
export type UnclearReason = 'no agent_id' | 'no id' | 'no version' | 'no live tag and no number';

/** A record in one state. */
interface StateRecord extends ContentPart {
  /** An identity that is equal in every state of the files: kind, id and number; undefined without an id. */
  readonly identity: string | undefined;
  /** The reason why no number or tag can select the record; undefined if a number or tag can select it. */
  readonly unclearReason: UnclearReason | undefined;
}

/**
 * Pairs the records of two states by identity, preferably at the same place; then by place; then by name, if only one
 * remaining record has the name and no tag or number can select it.
 */
export const recordPairs = (before: Workspace, after: Workspace): readonly Pair<StateRecord>[] =>
  after.memory.remember(recordPairs, before, () => {
    const states = { before, after };
    return pairThings(
      recordsIn(before),
      recordsIn(after),
      [
        record => record.identity && `${record.identity} ${keyOf(record)}`,
        record => record.identity,
        record => `${record.kind} ${keyOf(record)}`,
      ],
      (record, side) => {
        const isLoose =
          record.kind === 'alert-rule' ||
          (record.unclearReason && (side === 'before' || !before.document(record.file)));
        const name = isLoose ? nameOf(record, states[side]) : undefined;
        return name && `${record.kind} ${name}`;
      },
    );
  });

export const nameOf = (part: ContentPart, workspace: Workspace): string | undefined =>
  workspace
    .at(part)
    .get(part.kind === 'agent' ? 'agent_name' : 'name')
    .string() || undefined;

/** Every agent, engine, component, phone number and alert rule. */
export function recordsIn({ documents }: Workspace): StateRecord[] {
  return documents.flatMap(document => {
    const { runners, agents, engines, components, phoneNumbers } = recordsOf(document),
      recordsByPointer = new Map(agents.map(record => [record.pointer, record]));
    const recordPointers = new Set([...engines, ...components, ...phoneNumbers].map(({ pointer }) => pointer));
    return [
      ...runners.map(({ file, pointer }): StateRecord => {
        const { id, version } = recordsByPointer.get(pointer) ?? { id: '', version: undefined },
          record = recordOf('agent', { id, file, pointer }, version);
        const noVersion = version === undefined ? 'no version' : undefined;
        return { ...record, unclearReason: id === '' ? 'no agent_id' : noVersion };
      }),
      ...engines.map(engine => recordOf(engine.kind, engine, engine.version)),
      // an engine without an id in an export belongs to its agent, and is paired by its place
      ...document.roots
        .filter(({ recordKind }) => recordKind === 'agent')
        .flatMap(enginesInside)
        .flatMap(({ at: { pointer }, kind }) =>
          recordPointers.has(pointer) ? [] : [recordOf(kind, { id: '', file: document.file, pointer })],
        ),
      ...components.map(component => recordOf('flow-component', component)),
      ...phoneNumbers.map(number => recordOf('phone-number', number)),
      ...document.roots.flatMap((root): StateRecord[] => {
        const { pointer, recordKind: kind } = root,
          { file } = document;
        if (kind === 'alert-rule')
          return [recordOf(kind, { id: root.get('alert_rule_id').string() ?? '', file, pointer })];
        if (kind !== 'llm' && kind !== 'conversation-flow' && kind !== 'flow-component') return [];
        if (!root.isObject || recordPointers.has(pointer)) return [];
        return [{ ...recordOf(kind, { id: '', file, pointer }), unclearReason: 'no id' }];
      }),
    ];
  });
}

const recordOf = (
  kind: ContentPart['kind'],
  { id, file, pointer }: RecordWithId,
  version?: number | undefined,
): StateRecord => ({
  kind,
  id,
  file,
  pointer,
  identity: id === '' ? undefined : JSON.stringify([kind, id, version]),
  unclearReason: undefined,
});
