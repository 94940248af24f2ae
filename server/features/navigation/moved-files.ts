import { spelledAsGlob } from '../../core/configuration/globs.ts';
import type { Cursor } from '../../core/cursor.ts';
import type { Document } from '../../core/document.ts';
import type { TextEdit } from '../../core/finding.ts';
import type { EditedFile, FileRename } from '../file-change.ts';
import { spellingOf } from './destinations.ts';
import { entriesOf } from './rename-pointers.ts';

/**
 * Updates file names in the settings when files or folders are renamed: in suppressions, in the baseline, and in globs
 * that begin with exactly that path. A glob with a wildcard in that part may also match other files, so it is not
 * changed.
 * @param settings the configuration and the baseline
 */
export function settingsOfMoved(renames: readonly FileRename[], settings: readonly Document[]): EditedFile[] {
  return settings
    .map(document => {
      const paths = entriesOf(document).map(entry => movedAt(entry.get('file'), renames, path => path));
      const globs = globsOf(document).map(glob => movedAt(glob, renames, spelledAsGlob));
      return {
        file: document.file,
        edits: [...paths, ...globs].filter(edit => edit !== undefined).sort((a, b) => a.start - b.start),
      };
    })
    .filter(({ edits }) => edits.length > 0);
}

const globsOf = (document: Document): Cursor[] =>
  [
    ...document
      .at('/overrides')
      .items()
      .map(entry => entry.get('files')),
    ...document.at('/files').entries(),
    document.at('/ignore'),
  ].flatMap(list => list.items());

/**
 * The edit of one path or glob. If several renames apply, the one with the longest path is used: a file before its
 * folder.
 */
function movedAt(
  place: Cursor,
  renames: readonly FileRename[],
  spellPath: (path: string) => string,
): TextEdit | undefined {
  const [, start = '', path = ''] = /^(!?(?:\.?\/)*)(.*)$/s.exec(place.string() ?? '') ?? [];
  const fittingRenames = renames
    .filter(({ from }) => path === spellPath(from) || path.startsWith(`${spellPath(from)}/`))
    .sort((a, b) => b.from.length - a.from.length);
  const [move] = fittingRenames;
  // a glob without a slash matches files of that name in any folder
  if (!move || (spellPath === spelledAsGlob && !path.includes('/') && !start.includes('/'))) return undefined;
  const newPath = `${spellPath(move.to)}${path.slice(spellPath(move.from).length)}`;
  return spellingOf(
    place,
    'value',
    `${start === '' && spellPath === spelledAsGlob && !newPath.includes('/') ? './' : start}${newPath}`,
  );
}
