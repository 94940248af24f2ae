import type { Cursor } from './cursor.ts';
import type { Document } from './document.ts';
import { pointerOf, type Finding, type Target } from './finding.ts';
import { join, split, type Pointer } from './json/pointer.ts';
import type { Span } from './syntax/lines.ts';
import { shownEnd } from './syntax/parse.ts';
import { decodedOffset, NodeType, type SyntaxNodes } from './syntax/syntax-nodes.ts';

/** A range in a file of the workspace, as opened in the editor. Offsets are in UTF-16 units. */
export interface FilePlace {
  readonly file: string;
  readonly span: Span;
}

/**
 * The span of a target. A missing place is shown at the opening bracket of the nearest existing object. No other code
 * turns places into spans.
 */
export function locate(document: Document, target: Target): Span {
  const { text } = document;
  const segments = split(pointerOf(target));
  const place = document.find(segments);
  if (!place) return { start: 0, end: shownEnd(text, 0) };
  if (place.depth < segments.length || typeof target === 'string') return show(text, place);
  if ('key' in target) return place.key ?? show(text, place);
  if (!place.isString) return show(text, place);
  const raw = text.slice(place.start, place.end);
  const start = place.start + decodedOffset(raw, target.start);
  const end = place.start + decodedOffset(raw, target.end);
  return { start, end: Math.max(end, start) };
}

/** The span of a finding. For a missing field with a former place, the span of that place. */
export function spanOf(document: Document, { span, target, formerly }: Finding): Span {
  if (span || formerly === undefined) return span ?? locate(document, target);
  const segments = split(pointerOf(target));
  return locate(document, document.find(segments)?.depth === segments.length ? target : formerly);
}

/** A scalar as spelled in the file: in the value of `10.50`, the trailing zero is lost. */
export function spellingIn({ document, pointer }: Cursor): string {
  const { start, end } = locate(document, pointer);
  return document.text.slice(start, end);
}

/** A span for display. An empty span is extended to the next character. */
const show = (text: string, { start, end }: Span): Span => ({ start, end: Math.max(end, shownEnd(text, start)) });

/** The pointer of a syntax node. */
export function pointerOfNode(nodes: SyntaxNodes, node: number): Pointer {
  const path = nodes.pathTo(node);
  return path.slice(1).reduce<Pointer>((pointer, child, i) => {
    const parentOffset = path[i]!;
    return join(
      pointer,
      nodes.type(parentOffset) === NodeType.array ? nodes.indexOf(parentOffset, child) : (nodes.key(child) ?? ''),
    );
  }, '');
}

/** A place of any document; an object or list by its opening bracket. */
export const placeOfValue = ({ document, pointer }: Cursor): FilePlace => ({
  file: document.file,
  span: locate(document, pointer),
});
