import type { ExtendedFile } from '../../core/configuration/configuration.ts';
import type { Document } from '../../core/document.ts';
import { baselineName } from '../../core/settings-files.ts';
import { resolveStable } from '../../core/configuration/stable-pointer.ts';
import type { Cursor } from '../../core/cursor.ts';
import { credentialsInUrl } from '../../core/secrets.ts';
import { secretSpans } from '../../core/domain/redacted.ts';
import { partsOf } from '../../core/domain/urls.ts';
import { stringsWithFormat, referencesTo } from '../../core/shapes/at.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { collect, type Workspace } from '../../core/workspace/workspace.ts';
import type { DocumentContext } from '../context.ts';
import { definitionsOf } from './definitions.ts';
import { namesAt } from '../../core/index/occurrences.ts';
import { entriesOf } from './rename-pointers.ts';
import { locationOf, partSpan, type Destination } from './destinations.ts';

/** A link in a text: to a web address, or to a place in a file of the workspace. */
type DocumentLink = { readonly span: Span } & ({ readonly url: string } | { readonly to: Destination });

const addresses = stringsWithFormat('url');
/**
 * References to records with a file, or within one. References within a flow are excluded, because the flow graph
 * shows them.
 */
const records = referencesTo('agent', 'agent-version', 'llm', 'conversation-flow', 'flow-component');
/** The maximum number of links in a document. */
const MAX_LINKS = 2000;

/**
 * The links of a document in text order: web addresses without variables and credentials, references to agents,
 * versions, engines and components that have a record, and files and places named in a configuration or baseline.
 * @param extended the files that the configuration extends
 */
export function documentLinks(
  { document, workspace }: DocumentContext,
  extended: readonly ExtendedFile[] = [],
): readonly DocumentLink[] {
  const name = document.file.slice(document.file.lastIndexOf('/') + 1);
  if (document.kind === 'preflight-config' || name === baselineName)
    return inTextOrder([
      ...extendedFiles(document, extended),
      ...entriesOf(document).flatMap(entry => namedPlaces(entry, workspace)),
    ]);
  const cache = new Map<string, Destination | undefined>();
  const ids = collect(document, records)
    .slice(0, MAX_LINKS)
    .flatMap(cursor => record(cursor, workspace, cache));
  return inTextOrder([...collect(document, addresses).slice(0, MAX_LINKS).flatMap(address), ...ids]);
}
/**
 * The files that a configuration extends, each at the place of its name.
 * @param extendedFiles from the last reading of the configuration; names typed since that reading have no links yet
 */
export const extendedFiles = (
  document: Document,
  extendedFiles: readonly ExtendedFile[],
): (DocumentLink & { readonly to: Destination })[] =>
  extendedFiles.flatMap(({ document: { file: source }, pointer, file }) => {
    const cursor = document.at(pointer),
      span = source === document.file && cursor.string() !== undefined ? partSpan(cursor, 'value') : undefined;
    const start = { start: 0, end: 0 };
    return span ? [{ span, to: { file, span: start, selection: start } }] : [];
  });
const inTextOrder = (links: DocumentLink[]): DocumentLink[] => links.sort((a, b) => a.span.start - b.span.start);

function address(cursor: Cursor): DocumentLink[] {
  const url = cursor.string(),
    span = partSpan(cursor, 'value');
  if (
    url === undefined ||
    !span ||
    !/^https?$/.test(partsOf(url)?.scheme ?? '') ||
    /\{\{|\s/.test(url) ||
    credentialsInUrl(url).length > 0
  )
    return [];
  return secretSpans(cursor.document).some(secret => secret.start < span.end && secret.end > span.start)
    ? []
    : [{ span, url }];
}

/**
 * The link of a reference to its record.
 * @param cache the targets that were already looked up, by name
 */
function record(cursor: Cursor, workspace: Workspace, cache: Map<string, Destination | undefined>): DocumentLink[] {
  const [name] = namesAt(cursor),
    span = partSpan(cursor, 'value');
  if (!name || !span) return [];
  const key = JSON.stringify([name.kind, name.name, name.scope]);
  if (!cache.has(key)) cache.set(key, definitionsOf({ ...name, at: cursor }, workspace)[0]);
  const location = cache.get(key);
  // a link from a place to the record around it would be useless
  const isAround =
    location?.file === cursor.document.file && location.span.start <= span.start && span.end <= location.span.end;
  return location && !isAround ? [{ span, to: location }] : [];
}

/** The links of a suppression or baseline entry: to its file, and to the place in this file. */
function namedPlaces(entry: Cursor, workspace: Workspace): DocumentLink[] {
  const file = entry.get('file'),
    cursor = entry.get('at'),
    path = (file.string() ?? '').replace(/^(\.\/)+/, '');
  const span = partSpan(file, 'value'),
    document = workspace.document(path);
  if (!span || !document) return [];
  const [pointer] = resolveStable(document, cursor.string() ?? ''),
    target = pointer === undefined ? undefined : document.at(pointer);
  const location = target && locationOf(target, target, target.parent && !target.parent.isArray ? 'key' : 'value'),
    pointerSpan = location && partSpan(cursor, 'value');
  const start = { start: 0, end: 0 };
  return [
    { span, to: { file: path, span: start, selection: start } },
    ...(pointerSpan && pointerSpan.end > pointerSpan.start ? [{ span: pointerSpan, to: location }] : []),
  ];
}
