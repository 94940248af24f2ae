import type { Cursor } from '../../core/cursor.ts';
import { pointerOf, type Finding } from '../../core/finding.ts';
import { textEditsOf } from '../../core/fixing/text-edits.ts';
import { publishedAround } from '../../core/domain/published.ts';
import { lookupAt } from '../../core/index/lookup.ts';
import { namesAt } from '../../core/index/occurrences.ts';
import { count, show } from '../../core/wording.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { DocumentContext, ShownFinding } from '../context.ts';
import type { FileEdits } from '../file-change.ts';
import { sameNames } from '../navigation/index-of-names.ts';
import { type Action, allOf, REVIEW_SUFFIX } from './action.ts';
import { groupsOf } from '../../core/json/multimap.ts';

/**
 * For a reference to a missing name with a suggested one: actions that use the suggested name, here and wherever the
 * same typo occurs.
 */
export function referenceActions(
  { workspace, document }: DocumentContext,
  findings: readonly ShownFinding[],
): Action[] {
  const seenPlaces = new Set<string>();
  return findings.flatMap(({ finding }): Action[] => {
    const node = document.at(pointerOf(finding.target));
    if (!document.valid || !finding.fix || typeof node.value !== 'string' || seenPlaces.has(node.pointer)) return [];
    const lookup = lookupAt(node, workspace);
    const nearestName = lookup && lookup.outcome !== 'found' ? lookup.similarName : undefined;
    const { title } = finding.fix;
    if (nearestName === undefined || title !== `Use ${show(nearestName)}`) return [];
    seenPlaces.add(node.pointer);
    const equalCursors = repeatedMisspellings(node, workspace);
    const files = new Set(equalCursors.map(place => place.document)).size;
    const placesText = `${allOf(equalCursors.length, 'place')}${files === 1 ? '' : `, in ${count(files, 'file')}`}`;
    return equalCursors.length > 1
      ? [action(`${title} in ${placesText}${REVIEW_SUFFIX}`, finding, equalCursors, nearestName)]
      : [];
  });
}

/**
 * The references to the same misspelled name that mean the same thing: in the whole platform, in one agent, or in one
 * flow.
 */
function repeatedMisspellings(node: Cursor, workspace: Workspace): Cursor[] {
  const misspelling = namesAt(node).find(({ role }) => role === 'uses');
  if (!misspelling) return [node];
  return sameNames(misspelling, workspace, 'uses')
    .filter(({ at, part }) => part === 'value' && at.marks['x-reference'] !== undefined && at.document.valid)
    .filter(({ at }) => publishedAround(at, workspace) === undefined)
    .map(({ at }) => at);
}

function action(title: string, finding: Finding, places: readonly Cursor[], target: string): Action {
  const byDocument = groupsOf(places, place => place.document);
  const edits = [...byDocument].map(([document, cursors]): FileEdits => ({
    file: document.file,
    edits: textEditsOf(document, {
      title,
      safe: false,
      edits: cursors.map(place => ({ set: place.pointer, to: target })),
    }),
  }));
  return { title, kind: 'quickfix.all', finding, edits };
}
