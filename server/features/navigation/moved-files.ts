import { spelledAsGlob } from '../../core/configuration/globs.ts';
import type { Cursor } from '../../core/cursor.ts';
import type { Document } from '../../core/document.ts';
import type { TextEdit } from '../../core/finding.ts';
import type { EditedFile, FileRename } from '../file-change.ts';
import { spellingOf } from './destinations.ts';
import { entriesOf } from './rename-pointers.ts';

/**
 * Updates file names in the settings when files or folders are renamed: in suppressions, in the baseline, and in globs
 * that begin with exactly that path. A glob with a wildcard there may mean other files too, so it is kept.
 * @param settings the configuration and the baseline
 */
export function settingsOfMoved(moves: readonly FileRename[], settings: readonly Document[]): EditedFile[] {
  return settings
    .map(document => {
      const paths = entriesOf(document).map(entry => movedAt(entry.get('file'), moves, path => path));
      const globs = globsOf(document).map(glob => movedAt(glob, moves, spelledAsGlob));
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

/** The longest renamed path counts: a file before its folder. */
function movedAt(place: Cursor, moves: readonly FileRename[], spelled: (path: string) => string): TextEdit | undefined {
  const [, start = '', path = ''] = /^(!?(?:\.?\/)*)(.*)$/s.exec(place.string() ?? '') ?? [];
  const fittingRenames = moves
    .filter(({ from }) => path === spelled(from) || path.startsWith(`${spelled(from)}/`))
    .sort((a, b) => b.from.length - a.from.length);
  const [move] = fittingRenames;
  // a glob without a slash means a name in any folder
  if (!move || (spelled === spelledAsGlob && !path.includes('/') && !start.includes('/'))) return undefined;
  const moved = `${spelled(move.to)}${path.slice(spelled(move.from).length)}`;
  return spellingOf(
    place,
    'value',
    `${start === '' && spelled === spelledAsGlob && !moved.includes('/') ? './' : start}${moved}`,
  );
}
