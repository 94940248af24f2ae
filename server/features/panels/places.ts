import type { Pointer } from '../../core/json/pointer.ts';
import { locate, type FilePlace } from '../../core/locate.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { Block } from '../../view/blocks.ts';
import type { Document } from '../../core/document.ts';
import { recordOf } from '../../core/domain/tasks.ts';
import { placeOf } from '../../core/workspace/records.ts';
import type { Guide } from '../../view/results/asked.ts';
import { textName } from '../prompts/texts.ts';

/** The maximum number of listed places; the others are counted. */
export const MAX_PLACES = 20;

/**
 * A place in the current text of the editor. A place from another state of the files (saved, or after a hypothetical
 * edit) is found by its pointer; null if the file does not exist.
 */
export function placeIn(
  workspace: Workspace,
  { file, pointer }: { readonly file: string; readonly pointer: string },
): FilePlace | null {
  const document = workspace.document(file);
  return document ? { file, span: locate(document, pointer as Pointer) } : null;
}

/** Panel data in which all places have another type. */
type WithPlaces<T, To> = T extends FilePlace
  ? To
  : T extends Block
    ? T
    : T extends object
      ? { readonly [Key in keyof T]: WithPlaces<T[Key], To> }
      : T;

/**
 * A copy of panel data in which every place is converted from a file and span to a uri and range.
 * @param value plain data without cycles
 */
export function withPlaces<T, To>(value: T, to: (place: FilePlace) => To): WithPlaces<T, To> {
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (typeof value !== 'object' || value === null) return value;
    return isPlace(value)
      ? to(value)
      : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copy(part)]));
  };
  return copy(value) as WithPlaces<T, To>;
}

const isPlace = (value: object): value is FilePlace =>
  'file' in value && 'span' in value && Object.keys(value).length === 2;

/**
 * Links to the agents, versions and places that a result mentions.
 * @param workspace the state of the files from which the result was computed
 * @param visibleWorkspace the state in the editor
 * @param document the subject of the result
 */
export const guideTo = (workspace: Workspace, visibleWorkspace: Workspace = workspace, document?: Document): Guide => ({
  agent(agentId, version) {
    const agent = workspace.agent(agentId);
    const cursor =
      version === undefined
        ? (agent?.listItems[0] ?? agent?.records[0])
        : (recordOf({ agentId, version }, workspace) ?? agent?.versions.get(version)?.sources[0]);
    return (cursor && placeIn(visibleWorkspace, placeOf(cursor))) ?? undefined;
  },
  text({ file, pointer }) {
    const place = placeIn(visibleWorkspace, { file, pointer }),
      textDocument = visibleWorkspace.document(file);
    if (!place || !textDocument) return undefined;
    const { line } = textDocument.lines.positionAt(place.span.start);
    return { place, words: `${textName(textDocument.at(pointer as Pointer))}, ${file}:${line + 1}` };
  },
  value: pointer => document && { file: document.file, span: locate(document, pointer as `/${string}`) },
});
