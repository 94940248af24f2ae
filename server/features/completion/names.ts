import type { Cursor } from '../../core/cursor.ts';
import { nameBegunIn, type NamedKind, definitionsIn, recordsNamedBy } from '../../core/domain/named-in-text.ts';
import { ownersOf } from '../../core/domain/tools.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { decode } from '../../core/syntax/syntax-nodes.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { cutText } from '../../view/flow/flow-text.ts';
import { candidate, type Candidate } from './item.ts';

/** A half-typed name within a string. */
interface OpenName {
  /** The span of the typed part of the name, which is replaced. */
  readonly span: Span;
  /** The end of the word, or of the quoted text, at the caret. */
  readonly wordEnd: number;
  /** The closing quote if it is missing; otherwise empty. */
  readonly after: string;
  readonly candidates: readonly Candidate[];
}

/** The maximum distance, in characters, of words that tell the kind of a name. */
const MAX_DISTANCE = 400;
/** The maximum length, in characters, of the description of a tool beside its name. */
const MAX_DESCRIPTION_LENGTH = 60;
/** Closing quotes that differ from the opening quote. In JSON, a double quote is escaped. */
const closings: Readonly<Record<string, string>> = { '"': '\\"', '“': '”' };

/**
 * The name at the caret that a prompt or description may refer to: it follows words such as "call" or "go to", or a
 * backtick.
 * @param span the span of the string without its quotes
 */
export function openName(
  text: string,
  span: Span,
  offset: number,
  place: Cursor,
  workspace: Workspace,
): OpenName | undefined {
  const before = text.slice(Math.max(span.start, offset - MAX_DISTANCE), offset);
  // the caret is in the middle of an escape
  if (/(?:^|[^\\])(?:\\\\)*\\(?:u.{0,3})?$/.test(before)) return undefined;
  const nameBegun = nameBegunIn(decode(`"${before}"`));
  // escapes shift the offsets, so a text with escapes gets no completion
  if (!nameBegun || !before.endsWith(nameBegun.typedText)) return undefined;
  const { typedText, quote, kinds } = nameBegun,
    textAfter = text.slice(offset, span.end),
    mark = closings[quote] ?? quote,
    closingIndex = mark === '' ? -1 : textAfter.split('\\n', 1)[0]!.indexOf(mark);
  const tail = closingIndex === -1 ? /^[\w-]*/.exec(textAfter)![0].length : closingIndex;
  const candidates = namesAt(place, kinds, workspace).filter(({ label }) =>
    label.toLowerCase().startsWith(typedText.toLowerCase()),
  );
  if (candidates.length === 0) return undefined;
  return {
    span: { start: offset - typedText.length, end: offset },
    wordEnd: offset + tail,
    after: closingIndex === -1 ? mark : '',
    candidates,
  };
}

/** The names to which a text at a place can refer, from the engines and components around it. */
function namesAt(place: Cursor, kinds: readonly NamedKind[], workspace: Workspace): Candidate[] {
  const details = new Map<string, string>();
  const add = (kind: NamedKind, name: string | undefined, description = ''): void => {
    const words = cutText(description, MAX_DESCRIPTION_LENGTH);
    if (name && kinds.includes(kind) && !details.has(name)) details.set(name, [kind, words].filter(Boolean).join(': '));
  };
  for (const owner of ownersOf(place)) {
    for (const { kind, nameField, name, at } of definitionsIn(owner))
      if (nameField === 'name' || (kind === 'node' && !at.get('name').string()))
        add(kind, name, kind === 'tool' ? at.get('description').string() : undefined);
    for (const { kind, id } of recordsNamedBy(owner))
      add(
        kind,
        kind === 'agent' ? workspace.agent(id)?.name : workspace.components.get(id)?.at(-1)?.get('name').string(),
      );
  }
  return Array.from(details, ([name, detail]) => candidate('reference', name, detail));
}
