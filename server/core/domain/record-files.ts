import type { Document } from '../document.ts';
import { groupsOf } from '../json/multimap.ts';
import type { Kind } from '../kinds.ts';
import { agentOf } from '../workspace/records.ts';

/** A record for which a file is wanted. */
export interface FiledRecord {
  readonly kind: Kind;
  readonly id: string;
  readonly name?: string | undefined;
  readonly version?: number | undefined;
}
interface RecordFile extends FiledRecord {
  readonly file: string;
}

/** Where the files of a kind are, and how they are named. */
export interface FileHabit {
  /** In it `{id}`, `{name}` and `{version}` stand for those of a record: `agents/{name}/v{version}.json`. */
  readonly pattern: string;
  /** By folder: the records of the kind in it and below. */
  readonly owners: ReadonlyMap<string, ReadonlySet<string>>;
  /** By record: the file of its newest version. */
  readonly newest: ReadonlyMap<string, RecordFile>;
}

/** Where the id and the name of a record are. */
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

/** A name as part of a file name; empty if it has no Latin letters. */
export const slugOf = (text: string): string =>
  (
    text
      .toLowerCase()
      .normalize('NFKD')
      .match(/[a-z0-9]+/g) ?? []
  )
    .join('-')
    .slice(0, 50);

/** An id may come from a client: it becomes a file name, never a path. */
const plain = (id: string): string =>
  id
    .replace(/[^\w.-]+/g, '')
    .replace(/\.{2,}|^\.+/g, '')
    .slice(0, 80) || 'new';

/** What most files of a kind have in common; without any, a folder for the kind. */
export function habitOf(kind: Kind, documents: readonly Document[]): FileHabit {
  const own = documents.filter(document => document.kind === kind),
    files = own.flatMap(document => fileIn(document, kind) ?? []),
    owners = new Map<string, Set<string>>(),
    newest = new Map<string, RecordFile>();
  for (const one of files) {
    for (const folder of ['', ...foldersOf(one.file)])
      owners.set(folder, (owners.get(folder) ?? new Set()).add(one.id));
    if ((one.version ?? 0) >= (newest.get(one.id)?.version ?? 0)) newest.set(one.id, one);
  }
  const stems = groupsOf(files, one => partsOf(one).stem);
  const isFixed = (stem: string): boolean => {
    const [first, ...others] = stems.get(stem)!;
    return stem === kind || others.some(one => one.id !== first.id || partsOf(one).versioned === '');
  };
  const patterns = groupsOf(
    files.map(one => patternOf(one, owners, isFixed)),
    pattern => pattern,
  );
  const [usual] = [...patterns].sort(([, a], [, b]) => b.length - a.length),
    [list] = own;
  return { pattern: usual?.[0] ?? patternBeside(kind, list, documents), owners, newest };
}

/** A file in a chosen folder is named after its record. */
export const habitIn = (folder: string, kind: Kind): FileHabit => ({
  pattern: join(folder, `{name}.${kind}.json`),
  owners: new Map(),
  newest: new Map(),
});

/** The only record of a file. */
export function fileIn(document: Document, kind: Kind): RecordFile | undefined {
  const [idKey, nameKey] = fields[kind] ?? [],
    [root, ...others] = document.rootsOf(kind);
  if (idKey === undefined || !root || others.length > 0 || document.file.includes('{')) return undefined;
  const at = agentOf(root),
    id = at.get(idKey).string();
  if (!id) return undefined;
  const name = nameKey === undefined ? undefined : at.get(nameKey).string();
  return { kind, file: document.file, id, name, version: at.get('version').integer() };
}

function patternBeside(kind: Kind, list: Document | undefined, documents: readonly Document[]): string {
  const versioned = kind === 'agent' ? 'v{version}' : '';
  if (list) return join(folderOf(list.file), `{id}${versioned && `.${versioned}`}.${kind}.json`);
  if (kind === 'agent-list') return join(fixedFolder(habitOf('agent', documents).pattern), `{id}.${kind}.json`);
  return `${folders[kind] ?? `${kind}s`}/{name}${versioned && `/${versioned}`}.${kind}.json`;
}

interface Parts {
  readonly folder: string;
  /** The name of the file without the version and the ending. */
  readonly stem: string;
  /** `.v{version}`; empty if the name has none. */
  readonly versioned: string;
  readonly ending: string;
}
function partsOf({ file, kind, id, version }: RecordFile): Parts {
  const [ending = ''] = new RegExp(`(?:\\.${kind})?\\.jsonc?$`).exec(file) ?? [],
    folder = folderOf(file),
    base = file.slice(folder === '' ? 0 : folder.length + 1, file.length - ending.length);
  const match = base === id || version === undefined ? null : new RegExp(`(^|[._-])(v?)${version}$`).exec(base);
  return {
    folder,
    stem: match ? base.slice(0, match.index) : base,
    versioned: match ? `${match[1]}${match[2]}{version}` : '',
    ending,
  };
}

/** @param isFixed whether the files of several records have the same name */
function patternOf(record: RecordFile, owners: FileHabit['owners'], isFixed: (stem: string) => boolean): string {
  const { folder, stem, versioned, ending } = partsOf(record),
    { kind, id, name = '', version } = record,
    named = slugOf(name);
  const isOwn = (path: string): boolean => owners.get(path)?.size === 1;
  const segments = folder === '' ? [] : folder.split('/');
  const around = segments.map((segment, i) => {
    const path = segments.slice(0, i + 1).join('/');
    if (segment === id) return '{id}';
    if (named !== '' && slugOf(segment) === named) return '{name}';
    const counted = withoutVersion(segment, version);
    return counted === segment && isOwn(path) && !isOwn(folderOf(path)) ? '{name}' : counted;
  });
  const own = stem === id ? '{id}' : stemOf();
  if ([...around, own].some(isToken)) return join(around.join('/'), `${own}${versioned}${ending}`);
  // `agents/desk/v3.json` of the only agent; `agents/v3.json` has no folder of its own
  const last = around.findLastIndex(segment => !segment.includes('{')),
    isForAll = [kind, `${kind}s`, folders[kind], undefined].includes(around[last]);
  if (!isForAll && isOwn(segments.slice(0, last + 1).join('/')))
    return join(around.with(last, '{name}').join('/'), `${own}${versioned}${ending}`);
  return join(around.join('/'), `{name}${versioned.replace(/^(?=[v{])/, '.')}${ending}`);

  function stemOf(): string {
    const isNamed = named !== '' && slugOf(stem) === named;
    return isNamed || (stem !== '' && !isFixed(stem)) ? '{name}' : stem;
  }
}
const isToken = (segment: string): boolean => segment === '{id}' || segment === '{name}';

/** What a record's file may be called. */
interface FreeFiles {
  /** Whether there is such a file. */
  readonly taken: (file: string) => boolean;
  /** Whether the record would be read there, as one of its kind. */
  readonly fits: (file: string) => boolean;
}

/**
 * Where the file of a new record goes: where others of its kind are, named as they are; a new version beside those that
 * there are. Never in the folder of another record, never over a file, and never out of the workspace.
 * @param beside another version of it
 */
export function fileFor(
  record: FiledRecord,
  habit: FileHabit,
  free: FreeFiles,
  beside: RecordFile | undefined = habit.newest.get(record.id),
): string {
  const { kind, id } = record,
    pattern = beside ? besidePattern(beside) : habit.pattern,
    ending = `.${kind}.json`;
  const depth = foldersOf(pattern).findLastIndex(folder =>
    /\{(?:id|name)\}/.test(folder.slice(folder.lastIndexOf('/'))),
  );
  const isOthers = (file: string): boolean =>
    [...(habit.owners.get(foldersOf(file)[depth] ?? '\0') ?? [])].some(other => other !== id);
  const isFree = (file: string, i: number): boolean => !free.taken(file) && !(i < 2 && isOthers(file));
  const patterns = [pattern, pattern.replace(/(?:\.[a-z-]+)?\.jsonc?$/, ending), `{id}${ending}`, `new/{id}${ending}`];
  let file = '';
  for (const [i, one] of patterns.entries()) {
    for (let n = 1; n === 1 || !isFree(file, i); n++) file = filled(one, record, n);
    if (free.fits(file)) break;
  }
  return file;
}

/** The files of a record's other versions: beside this one, with their numbers. */
function besidePattern(beside: RecordFile): string {
  const { folder, stem, versioned, ending } = partsOf(beside),
    around = folder
      .split('/')
      .map(segment => withoutVersion(segment, beside.version))
      .join('/');
  return join(around, `${stem}${versioned || (around === folder ? '.v{version}' : '')}${ending}`);
}

/** A folder for one version of a record. */
const withoutVersion = (segment: string, version: number | undefined): string =>
  segment === `${version}` || segment === `v${version}` ? segment.replace(`${version}`, '{version}') : segment;

/** So many records of one name are numbered; of more, the id tells one from another. */
const MANY = 10;

function filled(pattern: string, { id, name = '', version = 0 }: FiledRecord, n: number): string {
  const more = n === 1 ? '' : `-${n < MANY ? n : `${plain(id)}${n > MANY ? `-${n}` : ''}`}`,
    slug = slugOf(name) || plain(id);
  const own = /\{(?:id|name)\}/.test(pattern) ? pattern : pattern.replace(/((?:\.[a-z-]+)?\.jsonc?)$/, `${more}$1`);
  return own
    .replaceAll('{name}', `${slug}${more}`)
    .replaceAll('{id}', `${plain(id)}${more}`)
    .replaceAll('{version}', String(version));
}

const join = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);
const folderOf = (file: string): string => file.slice(0, Math.max(0, file.lastIndexOf('/')));
/** `a/b/c.json`: `a` and `a/b`. */
const foldersOf = (file: string): string[] => [...file.matchAll(/\//g)].map(({ index }) => file.slice(0, index));
const fixedFolder = (pattern: string): string => foldersOf(pattern.replace(/\{.*$/, '')).at(-1) ?? '';
