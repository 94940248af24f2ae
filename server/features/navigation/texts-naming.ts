import type { Cursor } from '../../core/cursor.ts';
import { namingsOf, visitTexts, type NamedKind } from '../../core/domain/named-in-text.ts';
import { ownersOf } from '../../core/domain/tools.ts';
import { variablesIn } from '../../core/domain/variables.ts';
import type { OccurrencePart } from '../../core/index/occurrences.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { Name } from './index-of-names.ts';

interface Called {
  readonly name: string;
  readonly kind: NamedKind;
}

/**
 * The places where prompts and descriptions mention tools, states and nodes by name, in the texts of the engine or
 * component that declares them. If a variable of the engine has the same name, there are none.
 * @param places all places of one name
 * @param calledAt returns the name that the texts of an engine use, if it differs
 */
export function* textsNaming(
  places: readonly Name[],
  calledAt: (place: Name) => Called | undefined = () => undefined,
): Iterable<{ readonly at: Cursor; readonly part: OccurrencePart }> {
  const readKeys = new Set<string>();
  for (const place of places) {
    const [owner] = ownersOf(place.at),
      key = owner && JSON.stringify([place.file, owner.pointer]),
      calledName = (place.role === 'declares' ? namedIn(place) : undefined) ?? calledAt(place);
    // the name of this engine is already read, because several places declare or use it
    if (!owner || !key || !calledName || readKeys.has(key)) continue;
    readKeys.add(key);
    const { name, kind } = calledName,
      { uses, setters } = variablesIn(owner);
    if (uses.has(name) || setters.has(name)) continue;
    const parts: { at: Cursor; part: OccurrencePart }[] = [];
    visitTexts(owner, (cursor, text) => {
      if (ownersOf(cursor)[0]?.pointer !== owner.pointer) return;
      for (const { start, end } of namingsOf(name, kind, text)) parts.push({ at: cursor, part: { start, end } });
    });
    yield* parts;
  }
}

const namedIn = ({ kind, name }: Name): Called | undefined =>
  kind === 'tool' || kind === 'state' || kind === 'node' ? { name, kind } : undefined;

/**
 * The name of the agent or component with an id. Texts mention this name, which a rename of the id does not change.
 */
export function nameOfRecord({ kind, name: id }: Name, workspace: Workspace): Called | undefined {
  if (kind === 'agent') {
    const name = workspace.agent(id)?.name;
    return name ? { name, kind } : undefined;
  }
  const name = kind === 'flow-component' && workspace.components.get(id)?.[0]?.get('name').string();
  return name ? { name, kind: 'component' } : undefined;
}
