import { Document } from '../core/document.ts';
import { markSuperseded } from '../core/index/superseded.ts';
import { lint, type RuleSet } from '../core/engine/lint.ts';
import type { Finding } from '../core/finding.ts';
import { appliesTo, layerIn } from '../core/configuration/configuration.ts';
import { settle } from '../core/configuration/suppressions-and-baseline.ts';
import type { ConfigurationProblem } from '../core/configuration/read.ts';
import { publishedEdits } from '../compare/published-edits.ts';
import { isConfigurationFile } from '../core/settings-files.ts';
import { besideLostNames, lostNameFindings } from '../compare/lost-findings.ts';
import { lostNamesBetween } from '../compare/lost-names.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import type { ShownFinding } from '../features/context.ts';
import type { State, Settings } from '../state/open.ts';
import { Memory } from '../core/memory.ts';

/** A workspace at one moment: its files on disk, and unsaved changes in editors. Immutable. */
export interface Root {
  readonly key: string;
  /** The last valid settings. */
  readonly settings: Settings;
  /** The reasons why the current settings cannot be used. */
  readonly problems: readonly ConfigurationProblem[];
  /** The reasons why files could not be read as text, by file. */
  readonly unreadableFindings: ReadonlyMap<string, Finding>;
  /** Absolute paths of the folders below the root with a configuration of their own. */
  readonly nestedFolders: readonly string[];
  /** Whether the surrounding files were not read; in this case, no finding may depend on them. */
  readonly isPartial: boolean;
  /** Every JSON file that was found when the root was read, including files that are not the platform's. */
  readonly files: readonly string[];
  /** The open documents by file, recognized or not. */
  readonly openDocuments: ReadonlyMap<string, Document>;
  readonly savedWorkspace: Workspace;
  readonly workspace: Workspace;
  /** The state of the last commit; undefined until git has answered. */
  readonly committedState: CommittedState | undefined;
  /** Results computed from this state. */
  readonly memory: Memory;
}

/** The records of the last commit; both fields are undefined if there is no commit or git may not be used. */
export interface CommittedState {
  readonly commit: string | undefined;
  readonly workspace: Workspace | undefined;
  /** Whether `commit` is still the last commit, as far as is known: no event since the last look hinted at another one. */
  readonly isCurrent: boolean;
}

export function rootOf(
  key: string,
  {
    workspace,
    unreadableFindings,
    nestedFolders: nested,
    files,
    isPartial,
    ...settings
  }: Omit<State, 'source'> & Pick<Root, 'isPartial'>,
  problems: readonly ConfigurationProblem[],
): Root {
  const { root, configuration, baseline } = settings;
  return {
    key,
    settings: { root, configuration, baseline },
    problems,
    unreadableFindings: new Map(unreadableFindings.map(finding => [finding.file, finding])),
    nestedFolders: nested,
    isPartial,
    files,
    openDocuments: new Map(),
    savedWorkspace: workspace,
    workspace,
    committedState: undefined,
    memory: new Memory(),
  };
}
/** The root with changes. If an edit is undone, the workspace is the saved workspace again. */
function changedRoot(root: Root, changes: Partial<Root>): Root {
  const nextRoot = { ...root, ...changes, memory: new Memory() };
  return {
    ...nextRoot,
    workspace: isSame(nextRoot.savedWorkspace, nextRoot.workspace) ? nextRoot.savedWorkspace : nextRoot.workspace,
  };
}

export const withCommitted = (root: Root, committedState: CommittedState): Root =>
  committedState.workspace === root.committedState?.workspace
    ? { ...root, committedState }
    : changedRoot(root, { committedState });

/**
 * The root with a document from an editor.
 * @param formerRoot the root before it was read again, in which the document was open
 */
export function withOpen(root: Root, document: Document, formerRoot?: Root): Root {
  const { file } = document,
    isCounted = isOurs(root, document) && !(formerRoot && !root.isPartial && isGone(formerRoot, file, root.files));
  const openDocuments = new Map(root.openDocuments).set(file, document);
  return changedRoot(root, {
    openDocuments,
    workspace: withDocuments(root.workspace, new Map([[file, isCounted ? document : undefined]])),
  });
}

/** The root in which a file has its state on disk, without results that were computed from the open document. */
export function withClosed(root: Root, file: string): Root {
  const openDocuments = new Map(root.openDocuments),
    onDisk = root.savedWorkspace.document(file),
    savedDocuments = new Map([[file, onDisk && new Document(file, onDisk.text, 0, onDisk.assignedKind)]]);
  openDocuments.delete(file);
  return changedRoot(root, {
    openDocuments,
    savedWorkspace: withDocuments(root.savedWorkspace, savedDocuments),
    workspace: withDocuments(root.workspace, savedDocuments),
  });
}

/** Whether a file is at or below one of these paths. */
export const isAtAny =
  (paths: ReadonlySet<string>) =>
  (file: string): boolean => {
    for (let end = file.length; end > 0; end = file.lastIndexOf('/', end - 1))
      if (paths.has(file.slice(0, end))) return true;
    return paths.has('');
  };

/**
 * The root after files have changed on disk; the same object if they are unchanged.
 * @param readState the files at the changed paths
 */
export function withDisk(
  root: Root,
  isChanged: (file: string) => boolean,
  readState: Pick<State, 'files' | 'workspace' | 'unreadableFindings'>,
): Root {
  const isKept = (file: string): boolean => !isChanged(file);
  const onDisk = new Map<string, Document | undefined>();
  for (const { file } of root.savedWorkspace.documents) if (isChanged(file)) onDisk.set(file, undefined);
  for (const document of readState.workspace.documents) {
    const openDocument = root.openDocuments.get(document.file);
    onDisk.set(document.file, openDocument?.text === document.text ? openDocument : sharedWithDisk(root, document));
  }
  const files = [...root.files.filter(isKept), ...readState.files].sort();
  const entries = new Map(onDisk);
  for (const [file, document] of root.openDocuments)
    if (isOurs(root, document) && (onDisk.has(file) || isChanged(file)))
      entries.set(file, isGone(root, file, files) ? undefined : document);
  const unreadableFindings = new Map([...root.unreadableFindings].filter(([file]) => isKept(file)));
  const isRead = readState.unreadableFindings.length === 0 && unreadableFindings.size === root.unreadableFindings.size;
  for (const finding of readState.unreadableFindings) unreadableFindings.set(finding.file, finding);
  const savedWorkspace = withDocuments(root.savedWorkspace, onDisk),
    workspace = withDocuments(root.workspace, entries);
  if (isRead && savedWorkspace === root.savedWorkspace && workspace === root.workspace) return root;
  return changedRoot(root, { unreadableFindings, files, savedWorkspace, workspace });
}

/**
 * Whether the file of an open document was removed, and the document not edited since. Such a document is left out,
 * because an editor may keep a document open without showing it.
 * @param root the state before the removal, or a state in which the document is already left out
 */
function isGone(root: Root, file: string, files: readonly string[]): boolean {
  const document = root.openDocuments.get(file),
    isOmitted = document !== undefined && isOurs(root, document) && !root.workspace.document(file);
  return !files.includes(file) && (root.files.includes(file) || isOmitted);
}

/** The document on disk if it has the same text, so that no text is in memory twice; otherwise the given document. */
export const sharedWithDisk = (root: Root, document: Document): Document => {
  const savedDocument = root.savedWorkspace.document(document.file);
  return savedDocument?.text === document.text ? savedDocument : document;
};

const isOurs = ({ settings }: Root, document: Document): boolean =>
  document.kind !== undefined && !settings.configuration.isIgnored(document.file);

const isSame = (a: Workspace, b: Workspace): boolean =>
  a.documents.length === b.documents.length && a.documents.every((document, i) => document === b.documents[i]);

function withDocuments(workspace: Workspace, documents: ReadonlyMap<string, Document | undefined>): Workspace {
  const changes = new Map([...documents].filter(([file, document]) => workspace.document(file) !== document));
  if (changes.size > 1) {
    const keptDocuments = workspace.documents.filter(({ file }) => !changes.has(file));
    const documents = [...keptDocuments, ...[...changes.values()].flatMap(document => document ?? [])];
    return new Workspace(
      documents.sort((a, b) => (a.file < b.file ? -1 : 1)),
      workspace.facts,
    );
  }
  const [change] = changes;
  if (!change) return workspace;
  return change[1] ? workspace.withDocument(change[1]) : workspace.withoutDocument(change[0]);
}

/** The findings of a document before settings are applied; for an unreadable document, the reason. */
function ownFindings(root: Root, document: Document, rules: RuleSet): readonly Finding[] {
  const { workspace, isPartial, settings } = root,
    brokenFinding = brokenAt(root, document.file);
  if (brokenFinding) return [brokenFinding];
  return workspace.memory.remember(lint, document, () =>
    markSuperseded(lint(document, workspace, isPartial ? rules.forPart : rules, settings.configuration), workspace),
  );
}
const brokenAt = ({ openDocuments, unreadableFindings }: Root, file: string): Finding | undefined =>
  openDocuments.has(file) ? undefined : unreadableFindings.get(file);

/** The findings that an editor shows for a file, in no particular order. */
export const findingsOf = (root: Root, document: Document, rules: RuleSet): readonly ShownFinding[] =>
  document.kind === 'preflight-config'
    ? settingsFindings(root, document, rules)
    : root.memory.remember(findingsOf, document, () => {
        const findings = commitFindings(root, document);
        return settledIn(root, document.file, [
          ...besideLostNames(ownFindings(root, document, rules), findings, rules),
          ...findings,
        ]);
      });

/**
 * The findings from a comparison with the last commit: edits of published versions, and names of records that no
 * longer exist.
 */
function commitFindings({ committedState, workspace, settings, memory }: Root, { file }: Document): readonly Finding[] {
  const pastWorkspace = committedState?.workspace,
    { severityOf } = settings.configuration;
  if (!pastWorkspace) return [];
  const lostFindings = memory.remember(lostNamesBetween, undefined, () =>
    lostNameFindings(lostNamesBetween(pastWorkspace, workspace), workspace, severityOf),
  );
  return [
    ...publishedEdits(pastWorkspace, workspace, new Set([file]), severityOf),
    ...lostFindings.filter(finding => finding.file === file),
  ];
}

function settledIn(root: Root, file: string, list: readonly Finding[]): readonly ShownFinding[] {
  const {
    workspace,
    settings: { configuration, baseline },
  } = root;
  // suppressions for other files do not apply
  const ownSettings = { ...configuration, suppress: configuration.suppress.filter(entry => appliesTo(entry, file)) };
  const { findings, baselinedFindings: baselined } = settle(list, workspace, ownSettings, baseline ?? [], () => false);
  // findings that the configuration causes are reported in the configuration file
  return [
    ...findings.filter(finding => finding.file === file).map(finding => ({ finding, isBaselined: false })),
    ...baselined.map(finding => ({ finding, isBaselined: true })),
  ];
}

/**
 * The findings of a configuration file: the reason why it cannot be used, or its entries without effect. To find these
 * entries, every file is checked.
 */
export function settingsFindings(root: Root, { file }: Document, rules: RuleSet): readonly ShownFinding[] {
  const {
    workspace,
    isPartial,
    settings: { configuration },
  } = root;
  const settledFindings = (findings: readonly Finding[]): readonly ShownFinding[] =>
    findings.filter(finding => finding.file === file).map(finding => ({ finding, isBaselined: false }));
  if (root.problems.length > 0) return settledFindings(root.problems.flatMap(({ source }) => source?.finding ?? []));
  return settledFindings(
    root.memory.remember(settingsFindings, undefined, () => {
      const findings = workspace.documents
        .filter(document => !brokenAt(root, document.file))
        .flatMap(document => ownFindings(root, document, rules));
      return settle(findings, workspace, configuration, [], () => !isPartial).findings;
    }),
  );
}

/** Whether a file is the configuration of a root, or is extended by it. */
export const isOfConfiguration = ({ settings, problems }: Root, file: string): boolean =>
  isConfigurationFile(file) ||
  layerIn(settings.configuration, file) !== undefined ||
  problems.some(problem => problem.file === file);
