import { resolveStable } from '../../core/configuration/stable-pointer.ts';
import type { Cursor } from '../../core/cursor.ts';
import type { Document } from '../../core/document.ts';
import { escape, join, lastOf } from '../../core/json/pointer.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { EditedFile } from '../file-change.ts';
import type { Name } from './index-of-names.ts';
import { spellingOf } from './destinations.ts';

/**
 * Updates suppressions and the baseline for renamed keys and ids, which occur in pointers such as
 * `/nodes[id=greet]/instruction`.
 * @param settings the configuration and the baseline
 */
export function renamedPointers(
  places: readonly Name[],
  newName: string,
  workspace: Workspace,
  settings: readonly Document[],
): EditedFile[] {
  const newNames = new Map<string, Set<string>>();
  for (const { at, part } of places) {
    const { file } = at.document;
    newNames.set(file, (newNames.get(file) ?? new Set()).add(part === 'key' ? at.pointer : `=${at.pointer}`));
  }
  return settings.map(document => ({
    file: document.file,
    edits: entriesOf(document).flatMap(entry => {
      const cursor = entry.get('at'),
        path = (entry.get('file').string() ?? '').replace(/^(\.\/)+/, '');
      const document = workspace.document(path),
        keys = newNames.get(path);
      const newPointer =
        document && keys && cursor.string() !== undefined
          ? renamedPointer(document, cursor.string()!, keys, newName)
          : undefined;
      return newPointer === undefined || newPointer === cursor.string()
        ? []
        : (spellingOf(cursor, 'value', newPointer) ?? []);
    }),
  }));
}

/** The suppressions of a configuration, or the entries of a baseline. */
export const entriesOf = (document: Document): Cursor[] => [
  ...document.at('/suppress').items(),
  ...document.at('/findings').items(),
];

const selector = /^(.*?)\[([^[\]=]+)=[^[\]]*\](\[\d+\])?$/s;

function renamedPointer(
  document: Document,
  stable: string,
  renamedPointers: ReadonlySet<string>,
  newName: string,
): string {
  const tokens = stable.split('/');
  return tokens
    .map((token, i) => {
      const pointers = i === 0 ? [] : resolveStable(document, tokens.slice(0, i + 1).join('/'));
      if (pointers.some(pointer => renamedPointers.has(pointer))) return escape(newName);
      const parts = selector.exec(token);
      const selectsPointer = parts
        ? pointers.find(pointer => renamedPointers.has(`=${join(pointer, parts[2]!)}`))
        : undefined;
      if (!parts || selectsPointer === undefined) return token;
      // a name with a bracket cannot be in a selector, so an index is used
      if (newName.includes('[')) return `${parts[1] === '' ? '' : `${parts[1]}/`}${lastOf(selectsPointer)}`;
      return `${parts[1]}[${parts[2]}=${escape(newName).replaceAll(']', '~2')}]${parts[3] ?? ''}`;
    })
    .join('/');
}
