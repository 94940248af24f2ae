import { locate } from '../../core/locate.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { contentsInWords } from '../../printers/contents-words.ts';
import type { ContentsView } from '../../protocol/index.ts';
import type { ContentGroup } from '../../simulator/contents.ts';
import type { FilePlace } from '../file-place.ts';

/** What is said or done differently under the same version number, for a panel. @param shown the state of the files that the editor has */
export function contentsViews(contents: readonly ContentGroup[], shown: Workspace): readonly ContentsView<FilePlace>[] {
  return contentsInWords(contents, file => file).map(({ title, reach, isLive, file, rows }) => ({
    title,
    reach,
    live: isLive,
    rows: rows.map(({ pointer, words, hunk, isThere }) => ({
      pointer,
      words,
      hunk,
      place: isThere ? placeIn(file, pointer, shown) : null,
    })),
  }));
}

function placeIn(file: string, pointer: string, shown: Workspace): FilePlace | null {
  const document = shown.document(file);
  return document ? { file, span: locate(document, pointer as `/${string}`) } : null;
}
