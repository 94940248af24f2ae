import type { Cursor } from '../core/cursor.ts';
import { definitionsIn, nameFields, type Definition } from '../core/domain/definitions.ts';
import { ownersOf } from '../core/domain/tools.ts';
import { canonical, isObject } from '../core/json/json.ts';
import { groupsOf } from '../core/json/multimap.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/** Something with a name in a list or map. */
interface Named {
  readonly name: string;
  readonly at: Cursor;
}
type Find = (gone: Named) => string | undefined;

/** The name that took the place of one that is gone from an engine or component. @param now the same one in `after` */
export function successorOf(gone: Definition, old: Cursor, now: Cursor, after: Workspace): string | undefined {
  const finders = after.memory.remember(successorOf, old.value, () => new Map<string, Find>()),
    { kind, own } = gone,
    key = `${kind} ${own}`;
  let find = finders.get(key);
  if (!find) {
    const like = (owner: Cursor): Definition[] =>
      definitionsIn(owner).filter(one => one.kind === kind && one.own === own);
    find = successorsAmong(
      like(old),
      like(now),
      own,
      nameFields[kind].find(other => other !== own),
    );
    finders.set(key, find);
  }
  return find(gone);
}

/** The same of a record by the name that a reference had for it, in the same file. */
export function successorOfRecord(record: Cursor, name: string, after: Workspace): string | undefined {
  const [old] = record.parent ? ownersOf(record.parent) : [],
    now = old && after.document(old.document.file)?.at(old.pointer);
  const gone = old && definitionsIn(old).find(one => one.name === name && one.at.pointer === record.pointer);
  return gone && now && successorOf(gone, old, now, after);
}

/**
 * Finds the successor of a removed thing: a new one with the same second name, one that is equal but for its own name,
 * or the only new one of its type.
 */
export function successorsAmong(old: readonly Named[], is: readonly Named[], own: string, other?: string): Find {
  const former = new Set(old.map(({ name }) => name)),
    added = is.filter(({ name }) => !former.has(name));
  if (added.length === 0) return () => undefined;
  const type = ({ at }: Named): unknown => at.peek('type'),
    rest = ({ at: { value = null } }: Named): string => canonical(isObject(value) ? { ...value, [own]: '' } : value),
    id = ({ at }: Named): unknown => (other === undefined ? undefined : at.peek(other));
  const [ids, rests, types] = [groupsOf(added, id), groupsOf(added, rest), groupsOf(added, type)];
  return gone => {
    const [same] = (id(gone) === undefined ? undefined : ids.get(id(gone))) ?? rests.get(rest(gone)) ?? [],
      alike = types.get(type(gone));
    return (same ?? (alike?.length === 1 ? alike[0] : undefined))?.name;
  };
}
