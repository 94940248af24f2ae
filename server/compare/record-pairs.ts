import type { AgentPart } from '../core/domain/agent-parts.ts';
import { enginesHeld, recordsOf, type Identified, type Place } from '../core/workspace/records.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { paired, type Pair } from './pairs.ts';

/** A record whose contents are compared; `id` is '' for one without. */
export interface ContentPart extends Place {
  readonly kind: AgentPart['kind'] | 'phone-number' | 'alert-rule';
  readonly id: string;
}
/** Why the files cannot show whether a record serves callers. */
export type Unclear = 'no agent_id' | 'no id' | 'no version' | 'no live tag and no number';

/** A record in one state. */
interface StateRecord extends ContentPart {
  /** The same in every state of the files: kind, id and number; undefined for one without an id. */
  readonly identity: string | undefined;
  /** undefined for a record with everything that a number or tag needs to select it. */
  readonly unclear: Unclear | undefined;
}

/**
 * The records of two states: each is paired with the one of its identity, preferably at its own place, otherwise with
 * the one at its place; the rest with the only one of their name, unless a tag or number can select them.
 */
export const recordPairs = (before: Workspace, after: Workspace): readonly Pair<StateRecord>[] =>
  after.memory.remember(recordPairs, before, () => {
    const states = { before, after };
    return paired(
      recordsIn(before),
      recordsIn(after),
      [one => one.identity && `${one.identity} ${keyOf(one)}`, one => one.identity, one => `${one.kind} ${keyOf(one)}`],
      (one, side) => {
        const isLoose = one.kind === 'alert-rule' || (one.unclear && (side === 'before' || !before.document(one.file)));
        const name = isLoose ? nameOf(one, states[side]) : undefined;
        return name && `${one.kind} ${name}`;
      },
    );
  });

export const nameOf = (one: ContentPart, workspace: Workspace): string | undefined =>
  workspace
    .at(one)
    .get(one.kind === 'agent' ? 'agent_name' : 'name')
    .string() || undefined;

/** Every agent, engine, component, phone number and alert rule. */
export function recordsIn({ documents }: Workspace): StateRecord[] {
  return documents.flatMap(document => {
    const { runners, agents, engines, components, phoneNumbers } = recordsOf(document),
      numbered = new Map(agents.map(record => [record.pointer, record]));
    const kept = new Set([...engines, ...components, ...phoneNumbers].map(({ pointer }) => pointer));
    return [
      ...runners.map(({ file, pointer }): StateRecord => {
        const { id, version } = numbered.get(pointer) ?? { id: '', version: undefined },
          one = recordOf('agent', { id, file, pointer }, version);
        const unnumbered = version === undefined ? 'no version' : undefined;
        return { ...one, unclear: id === '' ? 'no agent_id' : unnumbered };
      }),
      ...engines.map(one => recordOf(one.kind, one, one.version)),
      // an engine without an id in an export belongs to its agent, and is paired by its place
      ...document.roots
        .filter(({ recordKind }) => recordKind === 'agent')
        .flatMap(enginesHeld)
        .flatMap(({ at: { pointer }, kind }) =>
          kept.has(pointer) ? [] : [recordOf(kind, { id: '', file: document.file, pointer })],
        ),
      ...components.map(one => recordOf('flow-component', one)),
      ...phoneNumbers.map(one => recordOf('phone-number', one)),
      ...document.roots.flatMap((root): StateRecord[] => {
        const { pointer, recordKind: kind } = root,
          { file } = document;
        if (kind === 'alert-rule')
          return [recordOf(kind, { id: root.get('alert_rule_id').string() ?? '', file, pointer })];
        if (kind !== 'llm' && kind !== 'conversation-flow' && kind !== 'flow-component') return [];
        if (!root.isObject || kept.has(pointer)) return [];
        return [{ ...recordOf(kind, { id: '', file, pointer }), unclear: 'no id' }];
      }),
    ];
  });
}

const recordOf = (
  kind: ContentPart['kind'],
  { id, file, pointer }: Identified,
  version?: number | undefined,
): StateRecord => ({
  kind,
  id,
  file,
  pointer,
  identity: id === '' ? undefined : JSON.stringify([kind, id, version]),
  unclear: undefined,
});
