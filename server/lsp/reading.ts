import type { Document } from '../core/document.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { folderLinkReason } from '../state/paths.ts';
import { type Limits, WorkspaceTooLarge } from '../state/find.ts';
import { openWorkspaceInSteps, openWorkspace, type State, type Settings } from '../state/open.ts';
import type { Source } from '../state/source.ts';
import type { Root } from './root.ts';
import { inSlices, type ProgressReceiver } from './scheduling.ts';

/** Receives events while a root is read. */
export interface Reading {
  /** Returns a receiver of the progress of reading a root. */
  progress(root: string): ProgressReceiver<readonly [number, number]>;
  /**
   * Called for a root that must not be read or is too large, so that only its open documents are checked.
   * @param reason a sentence
   */
  notRead?(root: string, reason: string): void;
  /** The maximum size of a root; absent for the default. */
  readonly limits?: Limits | undefined;
}
interface Options extends Reading {
  readonly today: string;
  readonly disk: Source;
  readonly cachedDocument: ((path: string) => Document | undefined) | undefined;
}

/** Reads all files of a root. The result is empty if the folder must not be read, or has too many files. */
export async function readFiles(
  settings: Settings,
  isIndexed: boolean,
  { today, disk, cachedDocument, limits, progress, notRead }: Options,
): Promise<State & Pick<Root, 'isPartial'>> {
  const { root, configuration } = settings,
    reason = isIndexed ? folderLinkReason(root) : undefined;
  if (reason !== undefined) notRead?.(root, `${root} ${reason}`);
  else if (isIndexed && disk.isThere(root))
    try {
      const work = openWorkspaceInSteps(settings, {
        today,
        source: disk,
        ...(cachedDocument && { remembered: cachedDocument }),
        ...(limits && { limits }),
      });
      return { ...(await inSlices(work, progress(root))), isPartial: false };
    } catch (error) {
      if (!(error instanceof WorkspaceTooLarge)) throw error;
      notRead?.(root, error.message);
    }
  return {
    ...openWorkspace(settings, { today, alone: true }),
    // files that were not read may contain records of kinds that the configuration calls complete
    workspace: new Workspace([], { ...configuration.facts, complete: [], today }),
    isPartial: true,
  };
}

/** The maximum numbers of files that are read without a pause: of JSON files, and of files of any kind. */
const MAX_JSON_FILES = 50,
  MAX_FILES = 5_000;

/**
 * Reads only the files at or below some paths of a root; `undefined` if there are too many to read without a pause.
 */
export function readPaths(
  settings: Settings,
  paths: ReadonlySet<string>,
  { today, disk }: Pick<Options, 'today' | 'disk'>,
): State | undefined {
  const limits = { files: MAX_FILES, bytes: Infinity };
  const work = openWorkspaceInSteps(settings, { today, source: disk, only: paths, limits });
  try {
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) return step.value;
      if (step.value[1] > MAX_JSON_FILES) return undefined;
    }
  } catch (error) {
    if (!(error instanceof WorkspaceTooLarge)) throw error;
    return undefined;
  }
}
