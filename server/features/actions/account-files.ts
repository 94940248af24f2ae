import type { Cursor } from '../../core/cursor.ts';
import { Document } from '../../core/document.ts';
import { fileFor, habitOf, type FileHabit } from '../../core/domain/record-files.ts';
import { applyFix } from '../../core/fixing/apply.ts';
import { jsonText } from '../../core/json/json.ts';
import { nestedEngines, type ConfiguredKind, type Kind } from '../../core/kinds.ts';
import { enginesInside, placeOf } from '../../core/workspace/records.ts';
import { keyOf } from '../../core/workspace/tables.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import { accountRecords, identityOf, type AccountRecord } from '../../compare/drift-records.ts';
import { splitAgent, partOf } from './split.ts';
import type { NewFile } from '../file-change.ts';

/** Whether an engine is in the file of the agent that runs it; `as-is` keeps the arrangement of the export. */
type EnginePlace = 'as-is' | 'split' | 'join';

/** The destination of the files. */
interface Destination {
  /** The existing files: new files are named like them. */
  readonly documents: readonly Document[];
  /** The kind that the configuration sets for a file. Default: none. */
  kindOf?(file: string): ConfiguredKind | undefined;
  isIgnored?(file: string): boolean;
}

interface AccountFiles {
  readonly files: readonly NewFile[];
  /** Requests that could not be met, with the reasons. */
  readonly notes: readonly string[];
}

/**
 * One file for each record of an account, beside the files of its kind and named like them, or named by record name
 * and version. An id becomes part of a name, never a path. The text is the text of the export, in the same dialect.
 */
export function accountFiles(
  records: readonly AccountRecord[],
  account: Workspace,
  { documents, kindOf = () => undefined, isIgnored = () => false }: Destination,
  engines: EnginePlace,
): AccountFiles {
  const habits = new Map<Kind, ReturnType<typeof growingHabit>>(),
    takenFiles = new Set(documents.map(({ file }) => file.toLowerCase())),
    files: NewFile[] = [],
    notes: string[] = [];
  const add = (accountRecord: AccountRecord, text: string): void => {
    // an engine of several agents has no name of its own
    const record = { ...accountRecord, name: accountRecord.name?.includes('\n') ? undefined : accountRecord.name },
      { kind } = record;
    if (!habits.has(kind)) habits.set(kind, growingHabit(habitOf(kind, documents)));
    const { habit, grow } = habits.get(kind)!;
    const file = fileFor(record, habit, {
      exists: path => takenFiles.has(path.toLowerCase()),
      isUsable: path => !isIgnored(path) && new Document(path, text, 0, kindOf(path)).kind === kind,
    });
    takenFiles.add(file.toLowerCase());
    grow(record, file);
    files.push({ file, create: text });
  };
  const agents = records
      .filter(({ kind }) => kind === 'agent')
      .map(record => {
        const agent = account.at(record),
          { parent } = agent;
        // in an export, settings beside an agent belong to that agent
        return { record, agent, root: parent?.is('agent-export') ? parent : agent };
      }),
    /** The keys of engines that are nested in the files of agents. */
    nestedKeys = new Set(agents.flatMap(({ root }) => enginesInside(root).map(({ at }) => keyOf(placeOf(at)))));
  const settledIds = new Set(records.filter(record => !nestedKeys.has(keyOf(record))).map(identityOf));
  for (const { record, agent, root } of agents) {
    const isHolding = enginesInside(root).length > 0,
      parts = engines === 'split' && isHolding ? splitAgent(root) : undefined;
    if (parts && 'reason' in parts) notes.push(`${record.file}${record.pointer} is not split: ${parts.reason}`);
    if (parts && 'agent' in parts) {
      add(record, indent(parts.agent));
      for (const part of parts.engines) {
        const engine = { ...recordIn(part.kind, part.text), name: record.name },
          identity = identityOf(engine);
        // an engine nested in several agents gets only one file
        if (settledIds.has(identity)) continue;
        settledIds.add(identity);
        add(engine, indent(part.text));
      }
      continue;
    }
    const engine = engines === 'join' && !isHolding ? account.engineOf(agent) : undefined;
    if (engine) nestedKeys.add(keyOf(placeOf(engine)));
    add(record, engine ? withEngine(textOf(agent), engine) : textOf(root));
  }
  for (const record of records)
    if (record.kind !== 'agent' && !record.isEvidence && !nestedKeys.has(keyOf(record)))
      add(record, textOf(account.at(record)));
  return { files, notes };
}

/** The kind, id and version of the engine in a JSON text. */
function recordIn(kind: Kind, text: string): AccountRecord {
  const { top } = new Document(`part.${kind}.json`, text),
    id = top.get(kind === 'llm' ? 'llm_id' : 'conversation_flow_id').string() ?? '';
  return { kind, id, version: top.get('version').integer(), name: undefined, isEvidence: false, file: '', pointer: '' };
}

/** The lists that prove which agents, versions and tags exist, each written beside the agents. */
export function evidenceFiles(account: Workspace, agents: readonly NewFile[]): readonly NewFile[] {
  const files: NewFile[] = [],
    folders = new Map<string, string>();
  for (const { file, create } of agents)
    for (const { id } of accountRecords(new Workspace([new Document(file, create)])))
      if (id !== '' && !folders.has(id)) folders.set(id, file.slice(0, file.lastIndexOf('/')));
  const add = (folder: string, name: string, create: string): void => {
    for (let n = 1; ; n++) {
      const file = `${folder}/${n === 1 ? '' : `${n}/`}${name}`;
      if (files.some(candidate => candidate.file.toLowerCase() === file.toLowerCase())) continue;
      files.push({ file, create });
      return;
    }
  };
  const records = accountRecords(account);
  for (const document of account.documents)
    for (const kind of document.kinds) {
      if (kind !== 'agent-list' && kind !== 'agent-versions') continue;
      const [list] = document.lists.filter(list => list.kind === kind),
        text = document.kind === 'dump' && list ? textOf(list.at) : indent(document.text),
        id = records.find(record => record.kind === kind && record.file === document.file)?.id ?? '';
      if (kind === 'agent-list') add('agents', 'all.agent-list.json', text);
      else if (id !== '') add(folders.get(id) ?? 'agents', `${id.replace(/[^\w-]+/g, '')}.agent-versions.json`, text);
    }
  return files;
}

/** A file naming habit that grows with each new file. */
function growingHabit({ pattern, owners, newestFiles: newest }: FileHabit) {
  const idsByFolder = new Map([...owners].map(([folder, ids]) => [folder, new Set(ids)])),
    latestFiles = new Map(newest),
    habit: FileHabit = { pattern, owners: idsByFolder, newestFiles: latestFiles };
  return {
    habit,
    grow({ kind, id, name, version }: Pick<AccountRecord, 'kind' | 'id' | 'name' | 'version'>, file: string): void {
      for (let end = file.indexOf('/'); end >= 0; end = file.indexOf('/', end + 1)) {
        const folder = file.slice(0, end);
        idsByFolder.set(folder, (idsByFolder.get(folder) ?? new Set()).add(id));
      }
      if (id !== '' && (version ?? 0) >= (latestFiles.get(id)?.version ?? 0))
        latestFiles.set(id, { kind, id, name, version, file });
    },
  };
}

/** The text of a record as a separate file. */
const textOf = (record: Cursor): string => indent(partOf(record));

/** Indents a JSON text: an API returns it on one line, which people cannot read. */
function indent(text: string): string {
  if (/[\r\n]/.test(text.trim())) return text;
  const document = new Document('record.json', text);
  return document.valid && document.spelled !== undefined ? jsonText(document.spelled) : text;
}

/** The text of an agent with its engine nested in it. */
function withEngine(text: string, engine: Cursor): string {
  const agent = new Document('record.agent.json', text),
    kind = engine.is('llm') ? 'llm' : 'conversation-flow',
    [key] = nestedEngines().find(([, engineKind]) => engineKind === kind)!;
  const edits = [{ set: `/${key}`, to: engine.value ?? null } as const];
  return indent(applyFix(agent, { title: '', safe: true, edits }));
}
