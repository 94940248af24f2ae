import { agentIdInName } from '../../core/workspace/version-references.ts';
import { compareTexts, show } from '../../core/wording.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { Document } from '../../core/document.ts';
import type { FileRename } from '../file-change.ts';

/**
 * The files whose names contain the id of an agent, with their names for a new id, or the reason why they cannot be
 * renamed.
 */
export function renamedFiles(
  id: string,
  newId: string,
  workspace: Workspace,
): readonly FileRename[] | { readonly refusal: string } {
  const files = workspace.documents
    .filter(document => isAbout(document, id))
    .map(({ file: oldPath }) => {
      const folder = oldPath.slice(0, oldPath.lastIndexOf('/') + 1);
      return { from: oldPath, to: `${folder}${newId}${oldPath.slice(folder.length + id.length)}` };
    })
    .sort((a, b) => compareTexts(a.from, b.from));
  const strangeCharacter = files.length > 0 ? /[\\/:*?"<>|\x00-\x1f]/.exec(newId)?.[0] : undefined;
  if (strangeCharacter !== undefined)
    return {
      refusal: `${files[0]!.from} is named after the agent, and a file name cannot contain ${show(strangeCharacter)}`,
    };
  const takenFile = files.find(({ to }) => workspace.document(to));
  return takenFile
    ? { refusal: `${takenFile.from} is named after the agent, but the file ${takenFile.to} already exists` }
    : files;
}

/** Whether a file is about an agent. If its text names a different agent, its name contains the id only by chance. */
function isAbout(document: Document, id: string): boolean {
  if (agentIdInName(document.at('')) !== id) return false;
  const ownId = [document.top, ...document.roots.slice(0, 1)]
    .map(cursor => cursor.get('agent_id').string())
    .find(Boolean);
  return !ownId || ownId === id;
}
