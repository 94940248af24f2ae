import { listed } from '../core/wording.ts';
import type { Finding } from '../core/finding.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { accountRecords } from './drift-records.ts';
import { troubleOf } from './unreadable-files.ts';

interface Exports {
  readonly workspace: Workspace;
  readonly unreadableFindings: readonly Finding[];
  readonly files: readonly string[];
}

/**
 * The reason why files cannot be compared as an export of the platform; undefined if they can.
 * @param paths the paths as typed
 */
export function exportTrouble(
  { workspace, unreadableFindings, files }: Exports,
  paths: readonly string[],
): string | undefined {
  const [unreadableFinding] = unreadableFindings;
  if (unreadableFinding) return `${unreadableFinding.file}: ${unreadableFinding.message}`;
  const cutDocument = workspace.documents.find(({ readable }) => !readable);
  if (cutDocument)
    return `${cutDocument.file} cannot be read as an export: ${troubleOf(cutDocument)}; is the file cut off? export it again`;
  const recordFiles = new Set(accountRecords(workspace).map(({ file }) => file)),
    empty = files.find(file => !recordFiles.has(file) && !isEmptyList(workspace.document(file)?.value));
  if (empty !== undefined) return `${empty} has no records of the platform, so it is not an export`;
  return recordFiles.size === 0 && files.length === 0
    ? `there are no records of the platform in ${listed(paths, 'and')}`
    : undefined;
}

/** Whether a value is an empty list, such as the export of an account without phone numbers. */
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
