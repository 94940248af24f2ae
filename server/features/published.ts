import type { Cursor } from '../core/cursor.ts';
import { publishedAround, versionInWords } from '../core/domain/published.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import type { FileEdits } from './file-change.ts';
import { offsetContext } from './offset-context.ts';
import type { Resolution } from '../core/workspace/resolve.ts';

/** The reason why edits cannot be made: they would change a published version. */
export function whyPublished(changes: readonly FileEdits[], workspace: Workspace): string | undefined {
  for (const change of changes) {
    const document = 'edits' in change ? workspace.document(change.file) : undefined;
    for (const { start } of document && 'edits' in change ? change.edits : []) {
      const cursor = offsetContext(document!, start)?.cursor,
        reason = cursor && whyPublishedAt(cursor, workspace);
      if (reason !== undefined) return reason;
    }
  }
  return undefined;
}

/**
 * The reason why a place cannot be changed: it belongs to a published version. The name and tags of a record do not
 * belong to the version.
 */
export function whyPublishedAt(cursor: Cursor, workspace: Workspace): string | undefined {
  const record = publishedAround(cursor, workspace);
  if (!record) return undefined;
  for (let ancestor: Cursor | undefined = cursor; ancestor; ancestor = ancestor.parent)
    if (ancestor.marks['x-bookkeeping']) return undefined;
  return `${versionInWords(record, workspace)}, in ${record.document.file}, is published and cannot be changed; make a draft of it`;
}

/** The same reason in short form, for example `version 3 is published`. */
export function publishedInBrief(at: Cursor, workspace: Workspace): string | undefined {
  if (whyPublishedAt(at, workspace) === undefined) return undefined;
  const version = publishedAround(at, workspace)?.get('version').integer();
  return `${version === undefined ? 'its version' : `version ${version}`} is published`;
}

/**
 * The publication state in words.
 * @param isPublished the value in the file; any value that is not a boolean is an unknown state
 */
export function stateOf(isPublished: unknown): 'published' | 'draft' | '' {
  if (isPublished === true) return 'published';
  return isPublished === false ? 'draft' : '';
}

/**
 * The selection of a resolution in short form: `v7 published`, `v4 draft`, `v3` with an unknown state, `missing`, or
 * `?`.
 */
export function selectsAtAGlance({
  outcome,
  version,
  isPublished,
}: Pick<Resolution, 'outcome' | 'version' | 'isPublished'>): string {
  if (outcome !== 'resolved') return outcome === 'missing' ? 'missing' : '?';
  return versionAtAGlance(version!, isPublished);
}

export const versionAtAGlance = (version: number | string, isPublished: unknown): string =>
  [`v${version}`, stateOf(isPublished)].filter(word => word !== '').join(' ');
