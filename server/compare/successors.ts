import type { Cursor } from '../core/cursor.ts';
import { definitionsIn, nameFields, type Definition } from '../core/domain/named-in-text.ts';
import { ownersOf } from '../core/domain/tools.ts';
import { canonical, isObject } from '../core/json/json.ts';
import { groupsOf } from '../core/json/multimap.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/** An item with a name, in a list or map. */
interface NamedItem {
  readonly name: string;
  readonly at: Cursor;
}
type FindSuccessor = (item: NamedItem) => string | undefined;

/**
 * The name that replaces a name removed from an engine or component. @param currentCursor the engine or component in `after`
 */
export function successorOf(
  item: Definition,
  formerCursor: Cursor,
  currentCursor: Cursor,
  after: Workspace,
): string | undefined {
  const finders = after.memory.remember(successorOf, formerCursor.value, () => new Map<string, FindSuccessor>()),
    { kind, nameField } = item,
    key = `${kind} ${nameField}`;
  let finder = finders.get(key);
  if (!finder) {
    const definitionsLike = (owner: Cursor): Definition[] =>
      definitionsIn(owner).filter(definition => definition.kind === kind && definition.nameField === nameField);
    finder = successorsAmong(
      definitionsLike(formerCursor),
      definitionsLike(currentCursor),
      nameField,
      nameFields[kind].find(field => field !== nameField),
    );
    finders.set(key, finder);
  }
  return finder(item);
}

/** The new name of a record, searched in the same file by the former name. */
export function successorOfRecord(record: Cursor, name: string, after: Workspace): string | undefined {
  const [formerCursor] = record.parent ? ownersOf(record.parent) : [],
    current = formerCursor && after.document(formerCursor.document.file)?.at(formerCursor.pointer);
  const lostItems =
    formerCursor &&
    definitionsIn(formerCursor).find(
      definition => definition.name === name && definition.at.pointer === record.pointer,
    );
  return lostItems && current && successorOf(lostItems, formerCursor, current, after);
}

/**
 * Returns a function that finds the successor of a removed item: a new item with the same second name, an item that
 * differs only in its name, or the only new item of its type.
 */
export function successorsAmong(
  formerItems: readonly NamedItem[],
  current: readonly NamedItem[],
  ownField: string,
  otherName?: string,
): FindSuccessor {
  const formerNames = new Set(formerItems.map(({ name }) => name)),
    newItems = current.filter(({ name }) => !formerNames.has(name));
  if (newItems.length === 0) return () => undefined;
  const type = ({ at }: NamedItem): unknown => at.peek('type'),
    rest = ({ at: { value = null } }: NamedItem): string =>
      canonical(isObject(value) ? { ...value, [ownField]: '' } : value),
    id = ({ at }: NamedItem): unknown => (otherName === undefined ? undefined : at.peek(otherName));
  const [ids, rests, types] = [groupsOf(newItems, id), groupsOf(newItems, rest), groupsOf(newItems, type)];
  return item => {
    const [sameNamed] = (id(item) === undefined ? undefined : ids.get(id(item))) ?? rests.get(rest(item)) ?? [],
      sameType = types.get(type(item));
    return (sameNamed ?? (sameType?.length === 1 ? sameType[0] : undefined))?.name;
  };
}
