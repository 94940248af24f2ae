import type { Cursor } from '../../core/cursor.ts';
import {
  definitionsIn,
  mentionsOf,
  namingsOf,
  visitTexts,
  type Mention,
  type NamedKind,
} from '../../core/domain/named-in-text.ts';
import { templatesIn } from '../../core/domain/templates.ts';
import { ownersOf } from '../../core/domain/tools.ts';
import { variablesIn } from '../../core/domain/variables.ts';
import type { OccurrencePart } from '../../core/index/occurrences.ts';
import { placeId } from '../../core/workspace/records.ts';
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
): Iterable<TextPart> {
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
    yield* partsOf(owner, text => namingsOf(name, kind, text));
  }
}

interface TextPart {
  readonly at: Cursor;
  readonly part: OccurrencePart;
}

/**
 * The places where the texts of engines and components mention a variable without braces. A name without an underscore
 * may be a word of prose, and a name that is also defined otherwise may mean that thing, so these have none.
 * @param places all places of one variable
 */
export function bareMentions(places: readonly Name[]): readonly TextPart[] {
  const owners = new Map<string, Cursor>(),
    [{ name } = { name: '' }] = places;
  if (!/[A-Za-z0-9]_/.test(name)) return [];
  for (const { at } of places) for (const owner of ownersOf(at).slice(0, 1)) owners.set(placeId(owner), owner);
  return [...owners.values()]
    .filter(owner => !definitionsIn(owner).some(definition => definition.name === name))
    .flatMap(owner =>
      partsOf(owner, text => {
        const templates = templatesIn(text);
        return mentionsOf(name, text).filter(
          ({ start, end }) => !templates.some(template => template.start <= start && end <= template.end),
        );
      }),
    );
}

/** The mentions in the texts of an engine or component, without those of components inside it. */
function partsOf(owner: Cursor, mentionsIn: (text: string) => readonly Mention[]): readonly TextPart[] {
  const parts: TextPart[] = [];
  visitTexts(owner, (cursor, text) => {
    if (ownersOf(cursor)[0]?.pointer !== owner.pointer) return;
    for (const { start, end } of mentionsIn(text)) parts.push({ at: cursor, part: { start, end } });
  });
  return parts;
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
