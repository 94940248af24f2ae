import type { Document } from '../document.ts';
import { secretSpans } from '../domain/redacted.ts';
import { pointerOf, type Finding } from '../finding.ts';
import { fnv1a } from '../hash.ts';
import { spanOf } from '../locate.ts';
import type { Span } from '../syntax/lines.ts';
import { countWhile } from '../syntax/search.ts';

/**
 * A hash of the text under a finding's carets, which distinguishes different mistakes at one place. null for a missing
 * field, for an object or list (only its bracket is marked), and for a possible credential, because hashes of
 * credentials are not stored.
 */
export function caretText(document: Document | undefined, finding: Finding): string | null {
  if (!document || finding.redacted) return null;
  // if the rule reported the finding elsewhere in earlier versions, the former place counts, because older baselines
  // contain its text
  const target = finding.formerly ?? finding.target;
  if (finding.span === undefined) {
    const place = document.at(pointerOf(target));
    if (!place.exists || (typeof target === 'string' && (place.isObject || place.isArray))) return null;
  }
  const { start, end } = spanOf(document, { ...finding, target });
  if (start >= end || holdsSecret(secretSpans(document), { start, end })) return null;
  return fnv1a(document.text.slice(start, end).replaceAll('\r\n', '\n'));
}

/** @param secrets sorted, without overlaps */
function holdsSecret(secrets: readonly Span[], { start, end }: Span): boolean {
  const next = secrets[countWhile(secrets.length, i => secrets[i]!.end <= start)];
  return next !== undefined && next.start < end;
}
