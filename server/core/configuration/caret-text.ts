import type { Document } from '../document.ts';
import { secretSpans } from '../domain/secret-spans.ts';
import { pointerOf, type Finding } from '../finding.ts';
import { fnv1a } from '../hash.ts';
import { spanOf } from '../locate.ts';
import type { Span } from '../syntax/lines.ts';
import { countWhile } from '../syntax/search.ts';

/**
 * A hash of the text under a finding's carets, so that a different mistake at the same place is distinguished. null if
 * there is none: a missing field, an object or list (its bracket says nothing), or a possible credential, of which no
 * hash is kept.
 */
export function caretText(document: Document | undefined, finding: Finding): string | null {
  if (!document || finding.redacted) return null;
  // where the finding has moved, the former place: its text is what older baselines hold
  const target = finding.formerly ?? finding.target;
  if (finding.span === undefined) {
    const place = document.at(pointerOf(target));
    if (!place.exists || (typeof target === 'string' && (place.isObject || place.isArray))) return null;
  }
  const { start, end } = spanOf(document, { ...finding, target });
  if (start >= end || holdsSecret(secretSpans(document), { start, end })) return null;
  return fnv1a(document.text.slice(start, end).replaceAll('\r\n', '\n'));
}

/** @param secrets sorted, not overlapping */
function holdsSecret(secrets: readonly Span[], { start, end }: Span): boolean {
  const next = secrets[countWhile(secrets.length, i => secrets[i]!.end <= start)];
  return next !== undefined && next.start < end;
}
