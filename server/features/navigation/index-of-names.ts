import type { Cursor } from '../../core/cursor.ts';
import type { Document } from '../../core/document.ts';
import { occurrencesIn } from '../../core/index/occurrences-in.ts';
import type { NameKind, Occurrence } from '../../core/index/occurrences.ts';
import { sharesScope, scopesIn } from '../../core/index/scopes.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';

/** An occurrence of a name, and its current place in the document. */
export interface Name extends Occurrence {
  readonly at: Cursor;
}
export const nameIn = (document: Document, occurrence: Occurrence): Name => ({
  ...occurrence,
  at: document.at(occurrence.pointer),
});

/** All places in a document with the given name of the given kind. */
export const namesIn = (document: Document, kind: NameKind, name: string): readonly Name[] =>
  (occurrencesIn(document, kind).get(name) ?? []).map(occurrence => nameIn(document, occurrence));

/**
 * All places of the workspace where a name can have the same meaning as at a given place, including that place.
 * @param role limits the result to occurrences in this role
 */
export function sameNames(
  name: Pick<Occurrence, 'kind' | 'name' | 'scope'>,
  workspace: Workspace,
  role?: Occurrence['role'],
): readonly Name[] {
  const scopes = scopesIn(name, workspace);
  const isSameName = (otherOccurrence: Occurrence): boolean =>
    (role === undefined || otherOccurrence.role === role) && sharesScope(scopes, scopesIn(otherOccurrence, workspace));
  return workspace.documents.flatMap(document =>
    (occurrencesIn(document, name.kind).get(name.name) ?? [])
      .filter(isSameName)
      .map(occurrence => nameIn(document, occurrence)),
  );
}
