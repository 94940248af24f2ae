import type { Document } from '../core/document.ts';
import { lint, type RuleSet } from '../core/engine/lint.ts';
import type { Finding } from '../core/finding.ts';
import { layerIn } from '../core/configuration/configuration.ts';
import { settle } from '../core/configuration/suppressions-and-baseline.ts';
import type { ConfigurationProblem } from '../core/configuration/read.ts';
import { isConfigurationFile } from '../core/settings-files.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import type { ShownFinding } from '../features/context.ts';
import type { ReadFile, State, Settings } from '../state/open.ts';
import { Memory } from '../core/memory.ts';

/** A workspace at one moment: its files on disk, and unsaved changes in editors. Immutable. */
export interface Root {
  readonly key: string;
  /** The last valid settings. */
  readonly settings: Settings;
  /** Why the current settings cannot be used. */
  readonly problems: readonly ConfigurationProblem[];
  /** By file: why it could not be read as text. */
  readonly unreadable: ReadonlyMap<string, Finding>;
  /** Folders below the root with a configuration of their own. Absolute. */
  readonly nested: readonly string[];
  /** Whether the surrounding files were not read; nothing is reported that depends on them. */
  readonly partial: boolean;
  /** Every JSON file found when the root was read, including those that are not the platform's. */
  readonly files: readonly string[];
  /** Open documents, recognized or not. */
  readonly open: ReadonlyMap<string, Document>;
  readonly saved: Workspace;
  readonly workspace: Workspace;
  /** Results computed from this state. */
  readonly memory: Memory;
}

export function rootOf(
  key: string,
  { workspace, unreadableFindings, nested, files, partial, ...settings }: Omit<State, 'source'> & Pick<Root, 'partial'>,
  problems: readonly ConfigurationProblem[],
): Root {
  const { root, configuration, baseline } = settings;
  return {
    key,
    settings: { root, configuration, baseline },
    problems,
    unreadable: new Map(unreadableFindings.map(finding => [finding.file, finding])),
    nested,
    partial,
    files,
    open: new Map(),
    saved: workspace,
    workspace,
    memory: new Memory(),
  };
}
/** The next state; an edit that was undone leaves nothing unsaved. */
function changed(root: Root, changes: Partial<Root>): Root {
  const next = { ...root, ...changes, memory: new Memory() };
  return { ...next, workspace: isSame(next.saved, next.workspace) ? next.saved : next.workspace };
}

/** The root with a document from an editor. */
export function withOpen(root: Root, document: Document): Root {
  const open = new Map(root.open).set(document.file, document);
  return changed(root, {
    open,
    workspace: including(root.workspace, document.file, isOurs(root, document) ? document : undefined),
  });
}

/** The root with a file in its state on disk again. */
export function withClosed(root: Root, file: string): Root {
  const open = new Map(root.open);
  open.delete(file);
  return changed(root, { open, workspace: including(root.workspace, file, root.saved.document(file)) });
}

/** The root after a file has changed or disappeared on disk. */
export function withDisk(root: Root, file: string, look: ReadFile | undefined): Root {
  const document = look?.document && isOurs(root, look.document) ? look.document : undefined;
  const unreadable = new Map(root.unreadable);
  if (look?.finding) unreadable.set(file, look.finding);
  else unreadable.delete(file);
  const held = root.open.get(file),
    shared = document && held?.text === document.text ? held : document;
  const saved = including(root.saved, file, shared);
  const workspace = held && isOurs(root, held) ? root.workspace : including(root.workspace, file, shared);
  return changed(root, { unreadable, saved, workspace });
}

/** The document for a text: the one on disk if it is equal, so that no text is in memory twice. */
export const sharedWithDisk = (root: Root, document: Document): Document => {
  const saved = root.saved.document(document.file);
  return saved?.text === document.text ? saved : document;
};

const isOurs = ({ settings }: Root, document: Document): boolean =>
  document.kind !== undefined && !settings.configuration.ignored(document.file);

const isSame = (a: Workspace, b: Workspace): boolean =>
  a.documents.length === b.documents.length && a.documents.every((document, i) => document === b.documents[i]);

function including(workspace: Workspace, file: string, document: Document | undefined): Workspace {
  const known = workspace.document(file);
  if (document === known) return workspace;
  return document ? workspace.with(document) : workspace.without(file);
}

/** Every finding of a document, before settings are applied; for an unreadable one, the reason. */
function foundIn(root: Root, document: Document, rules: RuleSet): readonly Finding[] {
  const { workspace, partial, settings } = root,
    broken = brokenAt(root, document.file);
  if (broken) return [broken];
  return workspace.memory.remember(lint, document, () =>
    lint(document, workspace, partial ? rules.forPart : rules, settings.configuration),
  );
}
const brokenAt = ({ open, unreadable }: Root, file: string): Finding | undefined =>
  open.has(file) ? undefined : unreadable.get(file);

/** What an editor shows for a file, in no particular order. */
export const findingsOf = (root: Root, document: Document, rules: RuleSet): readonly ShownFinding[] =>
  document.kind === 'preflight-config'
    ? settingsFindings(root, document, rules)
    : root.memory.remember(findingsOf, document, () => settledIn(root, document.file, foundIn(root, document, rules)));

function settledIn(root: Root, file: string, found: readonly Finding[]): readonly ShownFinding[] {
  const {
    workspace,
    settings: { configuration, baseline },
  } = root;
  // suppressions for other files are not considered
  const own = { ...configuration, suppress: configuration.suppress.filter(entry => entry.file === file) };
  const { findings, baselined } = settle(found, workspace, own, baseline ?? [], () => false);
  // findings caused by the configuration are reported in its own file
  return [
    ...findings.filter(finding => finding.file === file).map(finding => ({ finding, baselined: false })),
    ...baselined.map(finding => ({ finding, baselined: true })),
  ];
}

/**
 * The findings of a configuration file: why it cannot be used, or which entries have no effect, which requires checking
 * every file.
 */
export function settingsFindings(root: Root, { file }: Document, rules: RuleSet): readonly ShownFinding[] {
  const {
    workspace,
    partial,
    settings: { configuration },
  } = root;
  const shown = (findings: readonly Finding[]): readonly ShownFinding[] =>
    findings.filter(one => one.file === file).map(finding => ({ finding, baselined: false }));
  if (root.problems.length > 0) return shown(root.problems.flatMap(({ found }) => found?.finding ?? []));
  return shown(
    root.memory.remember(settingsFindings, undefined, () => {
      const found = workspace.documents
        .filter(one => !brokenAt(root, one.file))
        .flatMap(one => foundIn(root, one, rules));
      return settle(found, workspace, configuration, [], () => !partial).findings;
    }),
  );
}

/** Whether a file is the configuration of a root, or one that it extends. */
export const isOfConfiguration = ({ settings, problems }: Root, file: string): boolean =>
  isConfigurationFile(file) ||
  layerIn(settings.configuration, file) !== undefined ||
  problems.some(problem => problem.file === file);
