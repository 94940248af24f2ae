import type { Document } from '../document.ts';
import { groupsOf } from '../json/multimap.ts';
import type { Kind } from '../kinds.ts';
import { agentOf } from '../workspace/records.ts';

/** A record that needs a file. */
export interface FiledRecord {
  readonly kind: Kind;
  readonly id: string;
  readonly name?: string | undefined;
  readonly version?: number | undefined;
}
interface RecordFile extends FiledRecord {
  readonly file: string;
}

/** The location and the naming of the files of a kind. */
export interface FileHabit {
  /** A path with `{id}`, `{name}` and `{version}` of the record: `agents/{name}/v{version}.json`. */
  readonly pattern: string;
  /** The ids of the records of the kind in each folder, including subfolders. */
  readonly owners: ReadonlyMap<string, ReadonlySet<string>>;
  /** The file of each record's newest version, by id. */
  readonly newestFiles: ReadonlyMap<string, RecordFile>;
}

/** The fields with the id and the name of a record. */
const fields: Partial<Record<Kind, readonly [id: string, name?: string]>> = {
  agent: ['agent_id', 'agent_name'],
  llm: ['llm_id'],
  'conversation-flow': ['conversation_flow_id'],
  'flow-component': ['conversation_flow_component_id', 'name'],
  'phone-number': ['phone_number', 'nickname'],
  'test-case': ['test_case_definition_id', 'name'],
  'batch-call': ['batch_call_id', 'name'],
  'alert-rule': ['alert_rule_id', 'name'],
  'alert-incident': ['alert_incident_id', 'name'],
};
const folders: Partial<Record<Kind, string>> = {
  llm: 'engines',
  'conversation-flow': 'flows',
  'flow-component': 'components',
};

/** A name as part of a file name; empty if the name has no Latin letters. */
export const slugOf = (text: string): string =>
  (
    text
      .toLowerCase()
      .normalize('NFKD')
      // without its accent, `í` is a letter of the word
      .replace(/\p{M}/gu, '')
      .match(/[a-z0-9]+/g) ?? []
  )
    .join('-')
    .slice(0, 50);

/** An id as part of a file name, but never a path, because the id may come from a client. */
const plainId = (id: string): string =>
  id
    .replace(/[^\w.-]+/g, '')
    .replace(/\.{2,}|^\.+/g, '')
    .slice(0, 80) || 'new';

/** The habit of most files of a kind; without files, a folder for the kind. */
export function habitOf(kind: Kind, documents: readonly Document[]): FileHabit {
  const ownDocuments = documents.filter(document => document.kind === kind),
    files = ownDocuments.flatMap(document => fileIn(document, kind) ?? []),
    owners = new Map<string, Set<string>>(),
    newestFiles = new Map<string, RecordFile>();
  for (const file of files) {
    for (const folder of ['', ...foldersOf(file.file)])
      owners.set(folder, (owners.get(folder) ?? new Set()).add(file.id));
    if ((file.version ?? 0) >= (newestFiles.get(file.id)?.version ?? 0)) newestFiles.set(file.id, file);
  }
  const stems = groupsOf(files, file => partsOf(file).stem);
  const isFixed = (stem: string): boolean => {
    const [first, ...siblings] = stems.get(stem)!;
    return stem === kind || siblings.some(file => file.id !== first.id || partsOf(file).versionPart === '');
  };
  const patterns = groupsOf(
    files.map(file => patternOf(file, owners, isFixed)),
    pattern => pattern,
  );
  const [usualPattern] = [...patterns].sort(([, a], [, b]) => b.length - a.length),
    [list] = ownDocuments;
  return { pattern: usualPattern?.[0] ?? patternBeside(kind, list, documents), owners, newestFiles: newestFiles };
}

/** The habit for a folder that the user chose: a file is named after its record. */
export const habitForFolder = (folder: string, kind: Kind): FileHabit => ({
  pattern: join(folder, `{name}.${kind}.json`),
  owners: new Map(),
  newestFiles: new Map(),
});

/** The only record of a file; undefined if the file contains several. */
export function fileIn(document: Document, kind: Kind): RecordFile | undefined {
  const [idKey, nameKey] = fields[kind] ?? [],
    [root, ...otherRoots] = document.rootsOf(kind);
  if (idKey === undefined || !root || otherRoots.length > 0 || document.file.includes('{')) return undefined;
  const cursor = agentOf(root),
    id = cursor.get(idKey).string();
  if (!id) return undefined;
  const name = nameKey === undefined ? undefined : cursor.get(nameKey).string();
  return { kind, file: document.file, id, name, version: cursor.get('version').integer() };
}

function patternBeside(kind: Kind, list: Document | undefined, documents: readonly Document[]): string {
  const versionSuffix = kind === 'agent' ? 'v{version}' : '';
  if (list) return join(folderOf(list.file), `{id}${versionSuffix && `.${versionSuffix}`}.${kind}.json`);
  if (kind === 'agent-list') return join(fixedFolder(habitOf('agent', documents).pattern), `{id}.${kind}.json`);
  return `${folders[kind] ?? `${kind}s`}/{name}${versionSuffix && `/${versionSuffix}`}.${kind}.json`;
}

interface Parts {
  readonly folder: string;
  /** The name of the file without version and suffix. */
  readonly stem: string;
  /** The version part of the file name, `.v{version}`; empty if the name has none. */
  readonly versionPart: string;
  readonly ending: string;
}
function partsOf({ file, kind, id, version }: RecordFile): Parts {
  const [suffix = ''] = new RegExp(`(?:\\.${kind})?\\.jsonc?$`).exec(file) ?? [],
    folder = folderOf(file),
    base = file.slice(folder === '' ? 0 : folder.length + 1, file.length - suffix.length);
  const match = base === id || version === undefined ? null : new RegExp(`(^|[._-])(v?)${version}$`).exec(base);
  return {
    folder,
    stem: match ? base.slice(0, match.index) : base,
    versionPart: match ? `${match[1]}${match[2]}{version}` : '',
    ending: suffix,
  };
}

/**
 * The pattern for the path of a file.
 * @param isFixed whether the files of several records have this stem
 */
function patternOf(record: RecordFile, owners: FileHabit['owners'], isFixed: (stem: string) => boolean): string {
  const { folder, stem, versionPart, ending } = partsOf(record),
    { kind, id, name = '', version } = record,
    slug = slugOf(name);
  const isOwn = (path: string): boolean => owners.get(path)?.size === 1;
  const segments = folder === '' ? [] : folder.split('/');
  const templates = segments.map((segment, i) => {
    const path = segments.slice(0, i + 1).join('/');
    if (segment === id) return '{id}';
    if (slug !== '' && slugOf(segment) === slug) return '{name}';
    const stem = withoutVersion(segment, version);
    return stem === segment && isOwn(path) && !isOwn(folderOf(path)) ? '{name}' : stem;
  });
  const idPattern = stem === id ? '{id}' : stemOf();
  if ([...templates, idPattern].some(isToken)) return join(templates.join('/'), `${idPattern}${versionPart}${ending}`);
  // `agents/desk/v3.json` is in the folder of its agent even if there is no other agent; `agents/v3.json` has no such
  // folder
  const last = templates.findLastIndex(segment => !segment.includes('{')),
    isForAll = [kind, `${kind}s`, folders[kind], undefined].includes(templates[last]);
  if (!isForAll && isOwn(segments.slice(0, last + 1).join('/')))
    return join(templates.with(last, '{name}').join('/'), `${idPattern}${versionPart}${ending}`);
  return join(templates.join('/'), `{name}${versionPart.replace(/^(?=[v{])/, '.')}${ending}`);

  function stemOf(): string {
    const isNamed = slug !== '' && slugOf(stem) === slug;
    return isNamed || (stem !== '' && !isFixed(stem)) ? '{name}' : stem;
  }
}
const isToken = (segment: string): boolean => segment === '{id}' || segment === '{name}';

/** Tells whether a path can be used for a new record. */
interface FreeFiles {
  /** Whether the file exists. */
  readonly exists: (file: string) => boolean;
  /** Whether the record would be read at the path, as a record of its kind. */
  readonly isUsable: (file: string) => boolean;
}

/**
 * The file for a new record: in the location and with the naming of other records of its kind; a new version goes
 * beside the existing versions. The file is never in the folder of another record, never an existing file, and never
 * outside the workspace.
 * @param neighbor another version of the record
 */
export function fileFor(
  record: FiledRecord,
  habit: FileHabit,
  freeFiles: FreeFiles,
  neighbor: RecordFile | undefined = habit.newestFiles.get(record.id),
): string {
  const { kind, id } = record,
    pattern = neighbor ? besidePattern(neighbor) : habit.pattern,
    suffix = `.${kind}.json`;
  const depth = foldersOf(pattern).findLastIndex(folder =>
    /\{(?:id|name)\}/.test(folder.slice(folder.lastIndexOf('/'))),
  );
  const isOthers = (file: string): boolean =>
    [...(habit.owners.get(foldersOf(file)[depth] ?? '\0') ?? [])].some(sibling => sibling !== id);
  const isFree = (file: string, i: number): boolean => !freeFiles.exists(file) && !(i < 2 && isOthers(file));
  const patterns = [pattern, pattern.replace(/(?:\.[a-z-]+)?\.jsonc?$/, suffix), `{id}${suffix}`, `new/{id}${suffix}`];
  let file = '';
  for (const [i, template] of patterns.entries()) {
    for (let n = 1; n === 1 || !isFree(file, i); n++) file = expand(template, record, n);
    if (freeFiles.isUsable(file)) break;
  }
  return file;
}

/** The pattern for the files of a record's other versions. */
function besidePattern(neighbor: RecordFile): string {
  const { folder, stem, versionPart, ending } = partsOf(neighbor),
    pattern = folder
      .split('/')
      .map(segment => withoutVersion(segment, neighbor.version))
      .join('/');
  return join(pattern, `${stem}${versionPart || (pattern === folder ? '.v{version}' : '')}${ending}`);
}

/** A segment of a path, with the version replaced by `{version}` if the folder is for one version. */
const withoutVersion = (segment: string, version: number | undefined): string =>
  segment === `${version}` || segment === `v${version}` ? segment.replace(`${version}`, '{version}') : segment;

/** If this many records have the same name, their files are distinguished by id instead of by a number. */
const MANY_SAME_NAMES = 10;

function expand(pattern: string, { id, name = '', version = 0 }: FiledRecord, n: number): string {
  const rest = n === 1 ? '' : `-${n < MANY_SAME_NAMES ? n : `${plainId(id)}${n > MANY_SAME_NAMES ? `-${n}` : ''}`}`,
    slug = slugOf(name) || plainId(id);
  const patternWithId = /\{(?:id|name)\}/.test(pattern)
    ? pattern
    : pattern.replace(/((?:\.[a-z-]+)?\.jsonc?)$/, `${rest}$1`);
  return patternWithId
    .replaceAll('{name}', `${slug}${rest}`)
    .replaceAll('{id}', `${plainId(id)}${rest}`)
    .replaceAll('{version}', String(version));
}

const join = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);
const folderOf = (file: string): string => file.slice(0, Math.max(0, file.lastIndexOf('/')));
/** The folders around a file: `a` and `a/b` for `a/b/c.json`. */
const foldersOf = (file: string): string[] => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index));
const fixedFolder = (pattern: string): string => foldersOf(pattern.replace(/\{.*$/, '')).at(-1) ?? '';
