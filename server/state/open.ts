import { type Baseline, readBaseline } from '../core/configuration/baseline.ts';
import type { Configuration } from '../core/configuration/configuration.ts';
import { configurationAt, ConfigurationError, type ConfigurationOptions, settingsText } from './configuration.ts';
import { ruleNames } from '../core/configuration/rule-names.ts';
import { Document } from '../core/document.ts';
import type { Rule } from '../core/engine/rule.ts';
import type { Finding } from '../core/finding.ts';
import { isObject } from '../core/json/json.ts';
import { kindByName, configuredKindOf, configuredKind, configuredNamesOf, type Kind } from '../core/kinds.ts';
import { recordsInside, type ContainedRecords } from '../core/recognition.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { findFilesInSteps, type FilesIn, type Limits } from './find.ts';
import { pathIn } from './paths.ts';
import { disk, type Source } from './source.ts';
import type { ReadText } from './text.ts';
import { baselineName, isSettingsFile } from '../core/settings-files.ts';
import { posix } from 'node:path';
import { isErrorBody } from '../core/layout.ts';
import { groupBy } from '../core/json/multimap.ts';
import { compareTexts } from '../core/wording.ts';

/** A workspace's own settings. */
export interface Settings {
  readonly root: string;
  readonly configuration: Configuration;
  readonly baseline: Baseline | undefined;
}

export interface SettingsOptions extends ConfigurationOptions {
  /** Whether the baseline is read. */
  readonly baseline?: boolean;
}

/** @throws ConfigurationError */
export function openSettings(root: string, rules: readonly Rule[], options: SettingsOptions = {}): Settings {
  const { baseline = true, unsaved = () => undefined, source = disk } = options;
  const configuration = configurationAt(root, rules, options);
  const text = baseline ? (unsaved(baselineName) ?? settingsText(root, baselineName, source)) : undefined;
  const entries = text === undefined ? undefined : readBaseline(text, ruleNames([...rules, ...configuration.policies]));
  if (entries && 'message' in entries) throw new ConfigurationError(root, [entries]);
  return { root, configuration, baseline: entries };
}

/** The result of reading one file of the walk. */
interface ReadFile {
  readonly file: string;
  readonly document: Document | undefined;
  readonly finding?: Finding;
  /** The fault in the bytes of the file, if its kind is unknown. */
  readonly problem?: ReadText['problem'];
}

/** A set of files, their settings, and their workspace. */
export interface State extends Settings, FilesIn {
  readonly workspace: Workspace;
  /** The source of the files. */
  readonly source: Source;
  /** Findings about files that could not be read, or not as text. These files are never written. */
  readonly unreadableFindings: readonly Finding[];
  /**
   * The number of tracked files that a sparse checkout leaves off the disk. If it is above 0, no list in this state is
   * complete.
   */
  readonly leftOut: number;
  /** The files of unknown kind. */
  readonly unknownFiles: readonly string[];
  /** Files of unknown kind that contain records, and dumps that also have records outside their lists. */
  readonly containedRecords: ReadonlyMap<string, ContainedRecords>;
}

export interface OpenWorkspaceOptions {
  /** Today's date, `YYYY-MM-DD`, UTC. */
  readonly today: string;
  /** The source of the files; by default the disk. */
  readonly source?: Source;
  /** Files to read in addition to the files that the walk finds, relative to the root. */
  readonly extraFiles?: Iterable<string>;
  /** Unsaved texts that replace files on disk. */
  readonly texts?: ReadonlyMap<string, ReadText>;
  /** Whether to skip the walk, so that the workspace contains only the files of `extraFiles` and `texts`. */
  readonly alone?: boolean;
  /** Paths relative to the root. The workspace then contains only the files at and below these paths. */
  readonly only?: Iterable<string>;
  readonly limits?: Limits;
  readonly explain?: boolean;
  /** Called with each folder that is entered. */
  readonly visited?: (folder: string) => void;
  /** Called with all found files before they are read. */
  readonly onFiles?: (files: FilesIn) => void;
  /** Called after each file that was read. */
  readonly progress?: (count: number, sum: number) => void;
  /** Returns the known document of a file that has not changed, so that the file is not read again. */
  readonly remembered?: (path: string) => Document | undefined;
}

/** Reads every file of a workspace, each once. @throws WorkspaceTooLarge */
export function openWorkspace(settings: Settings, options: OpenWorkspaceOptions): State {
  const opening = openWorkspaceInSteps(settings, options);
  for (let step = opening.next(); ; step = opening.next()) if (step.done) return step.value;
}

const nothingFound: FilesIn = {
  files: [],
  passedOver: [],
  skippedCounts: new Map(),
  unreadablePaths: [],
  nestedFolders: [],
  bytes: 0,
};

function* finding(
  { root, configuration }: Settings,
  { explain = false, limits, source, only, visited }: OpenWorkspaceOptions,
): Generator<readonly [done: number, all: number], FilesIn> {
  const work = findFilesInSteps(root, {
    isIgnored: file => configuration.isIgnored(file),
    explain,
    ...(limits && { limits }),
    ...(source && { source }),
    ...(only && { only }),
    ...(visited && { visited }),
  });
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    yield [0, step.value];
  }
}

/**
 * Opens a workspace, one file per step, so that callers can do other work in between. Yields the number of files read
 * and of all files.
 */
export function* openWorkspaceInSteps(
  settings: Settings,
  options: OpenWorkspaceOptions,
): Generator<readonly [done: number, all: number], State> {
  const { configuration } = settings;
  const filesIn = options.alone ? nothingFound : yield* finding(settings, options);
  options.onFiles?.(filesIn);
  const files = [...new Set([...filesIn.files, ...(options.extraFiles ?? []), ...(options.texts?.keys() ?? [])])]
    .filter(file => !isSettingsFile(file))
    .sort();
  const recognizedDocuments: Document[] = [],
    isMet = new Set(filesIn.files),
    unreadableFindings: Finding[] = filesIn.unreadablePaths.map(({ path, problem: reason }) =>
      unreadableFinding(settings, path, reason),
    );
  const otherFiles: ReadFile[] = [],
    containedRecords = new Map<string, ContainedRecords>();
  for (const [index, file] of files.entries()) {
    const read = readDocument(settings, file, options, isMet.has(file)),
      { document, finding } = read;
    if (finding) unreadableFindings.push(finding);
    if (document?.kind) recognizedDocuments.push(document);
    else if (!finding) otherFiles.push(read);
    const records = document && (!document.kind || document.kind === 'dump') ? recordsBeside(document) : undefined;
    if (records) containedRecords.set(file, records);
    options.progress?.(index + 1, files.length);
    yield [index + 1, files.length];
  }
  const blankDocuments = kindsBeside(otherFiles, recognizedDocuments),
    unknownFiles = otherFiles.flatMap(({ file }) => (blankDocuments.has(file) ? [] : [file])),
    documents =
      blankDocuments.size === 0
        ? recognizedDocuments
        : [...recognizedDocuments, ...blankDocuments.values()].sort(compareByFile);
  for (const { file, problem } of otherFiles)
    if (problem && blankDocuments.has(file))
      unreadableFindings.push({ ...unreadableFinding(settings, file, problem.message), span: problem });
  const source = options.source ?? disk,
    leftOutCount = source.leftOutCount(settings.root);
  return {
    ...settings,
    ...filesIn,
    files,
    unknownFiles,
    containedRecords: containedRecords,
    leftOut: leftOutCount,
    source,
    workspace: new Workspace(documents, {
      ...configuration.facts,
      ...(leftOutCount > 0 && { complete: [], isPart: true }),
      today: options.today,
    }),
    unreadableFindings: unreadableFindings.filter(({ rule, file }) => configuration.severityOf(rule, file) !== 'off'),
  };
}

/** The records outside the record lists of a file. */
function recordsBeside({ text, spelled, lists }: Document): ContainedRecords | undefined {
  if (lists.length === 0 || !isObject(spelled)) return recordsInside(text, spelled);
  const keys = new Set(lists.map(({ at }) => at.route[0]));
  return recordsInside(text, Object.fromEntries(Object.entries(spelled).filter(([key]) => !keys.has(key))));
}

/**
 * Reads one file and determines its kind.
 * @param isMet whether a walk has just found the file
 */
function readDocument(
  settings: Settings,
  file: string,
  options: Pick<OpenWorkspaceOptions, 'texts' | 'remembered' | 'source'>,
  isMet = false,
): ReadFile {
  const { root, configuration } = settings;
  const path = pathIn(root, file);
  const rememberedDocument = options.remembered?.(path);
  if (rememberedDocument) return { file, document: rememberedDocument };
  try {
    const { text, problem } = options.texts?.get(file) ?? (options.source ?? disk).text(path, isMet);
    const document = new Document(file, text, 0, configuration.kindOf(file));
    if (!problem || !document.kind) return { file, document, ...(problem && { problem }) };
    return { file, document, finding: { ...unreadableFinding(settings, file, problem.message), span: problem } };
  } catch (error) {
    const doubt =
      (configuredKindOf(configuration.kindOf(file)) ?? kindByName(file))
        ? ''
        : '; its kind is unknown, so it may be an agent file';
    const reason = `the file cannot be read: ${(error as Error).message}${doubt}`;
    return { file, document: undefined, finding: unreadableFinding(settings, file, reason) };
  }
}

function unreadableFinding({ configuration }: Settings, file: string, message: string): Finding {
  const severity = configuration.severityOf('unreadable-file', file);
  return {
    rule: 'unreadable-file',
    severity: severity && severity !== 'off' ? severity : 'error',
    file,
    target: '',
    message,
    related: [],
  };
}

/** A file of unknown kind. */
interface UnknownFile {
  readonly file: string;
  readonly document: Document | undefined;
}

/**
 * Finds a kind for files without any JSON (empty, a web page, the wrong encoding) and for saved errors of the API: the
 * kind of most files in the folder, if all other files there are recognized. For example, an emptied `v4.json` beside
 * the agent `v3.json` is then reported, not skipped.
 * @returns the documents with the kind, by file
 */
function kindsBeside(
  unknownFiles: readonly UnknownFile[],
  recognizedDocuments: readonly Document[],
): ReadonlyMap<string, Document> {
  const blankFiles = unknownFiles.filter(
    ({ document }) => document && (isWithoutJson(document) || isSavedError(document)),
  );
  if (blankFiles.length === 0) return new Map();
  const folderOf = ({ file }: { readonly file: string }): string => posix.dirname(file),
    mixedFolders = new Set(unknownFiles.filter(file => !blankFiles.includes(file)).map(folderOf)),
    siblings = groupBy(recognizedDocuments, document => (kindByName(document.file) ? undefined : folderOf(document)));
  return new Map(
    blankFiles.flatMap((blankFile): [string, Document][] => {
      const folder = folderOf(blankFile),
        kind = mixedFolders.has(folder) ? undefined : mostFrequentKind(siblings.get(folder) ?? []),
        { file, text, version, assignedKind } = blankFile.document!;
      return kind
        ? [[file, new Document(file, text, version, configuredKind(kind, configuredNamesOf(assignedKind)))]]
        : [];
    }),
  );
}

const compareByFile = (a: Document, b: Document): number => compareTexts(a.file, b.file);

/** Whether a text begins neither like JSON nor like a comment above JSON. */
const isWithoutJson = ({ text, valid }: Document): boolean => !valid && !/^\uFEFF?\s*[[{/"]/.test(text);

/**
 * Whether a file contains only an error of the API. A file whose name mentions an error is an example, not a saved
 * error.
 */
const isSavedError = ({ file, spelled }: Document): boolean =>
  isErrorBody(spelled) && !/error|fail|invalid|not.?found|\b[45]\d\d\b/i.test(posix.basename(file));

function mostFrequentKind(documents: readonly Document[]): Kind | undefined {
  const counts = new Map<Kind, number>();
  for (const { kind } of documents) if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
