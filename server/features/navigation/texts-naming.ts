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
import { resolveStable } from '../../core/configuration/stable-pointer.ts';
import type { Document } from '../../core/document.ts';
import type { TextEdit } from '../../core/finding.ts';
import { applyTextEdits } from '../../core/fixing/apply.ts';
import { fnv1a } from '../../core/json/by-text.ts';
import type { Pointer } from '../../core/json/pointer.ts';
import type { Span } from '../../core/syntax/lines.ts';
import type { EditedFile } from '../file-change.ts';
import { nodeOf, spellingOf } from './destinations.ts';
import { entriesOf } from './rename-pointers.ts';

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

/**
 * Updates the text hashes in baseline entries where a rename changes the text, so that accepted findings remain
 * accepted.
 * @param editsOf returns the edits of a file by the rename
 */
export function renamedTexts(
  editsOf: ReadonlyMap<string, readonly TextEdit[]>,
  workspace: Workspace,
  settings: readonly Document[],
): EditedFile[] {
  return settings.map(document => ({
    file: document.file,
    edits: entriesOf(document).flatMap(entry => {
      const heldCursor = entry.get('text'),
        file = entry.get('file').string() ?? '';
      const document = workspace.document(file),
        edits = editsOf.get(file);
      if (!document || !edits || heldCursor.string() === undefined) return [];
      const renamedSpan = resolveStable(document, entry.get('at').string() ?? '')
        .flatMap(pointer => [...textsAt(document, pointer, edits)])
        .find(({ start, end }) => fnv1a(document.text.slice(start, end)) === heldCursor.value);
      const newText = renamedSpan && after(document.text, renamedSpan, edits);
      return newText === undefined ? [] : (spellingOf(heldCursor, 'value', fnv1a(newText)) ?? []);
    }),
  }));
}

/**
 * The spans at a place that a finding may mark and that a rename changes: the value, the key, a name in the value, a
 * variable.
 */
function* textsAt(document: Document, pointer: Pointer, edits: readonly TextEdit[]): Iterable<Span> {
  const { nodes } = document.parsed,
    node = nodeOf(document.at(pointer));
  if (node === undefined) return;
  for (const span of [nodes.span(node), nodes.keySpan(node)]) {
    const innerEdits = span ? edits.filter(edit => isWithin(edit, span)) : [];
    if (innerEdits.length > 0) yield span!;
    for (const edit of innerEdits) {
      yield edit;
      const start = document.text.lastIndexOf('{{', edit.start),
        end = document.text.indexOf('}}', edit.end) + 2;
      if (start >= span!.start && end > 1 && end <= span!.end) yield { start, end };
    }
  }
}

const isWithin = (innerSpan: Span, { start, end }: Span): boolean => innerSpan.start >= start && innerSpan.end <= end;

const after = (text: string, span: Span, edits: readonly TextEdit[]): string | undefined =>
  applyTextEdits(
    text.slice(span.start, span.end),
    edits
      .filter(edit => isWithin(edit, span))
      .map(edit => ({ start: edit.start - span.start, end: edit.end - span.start, text: edit.text })),
  );
