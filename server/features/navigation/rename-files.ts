import { agentIdInName } from '../../core/workspace/version-references.ts';
import { compareTexts, show } from '../../core/wording.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { Document } from '../../core/document.ts';

export interface FileRename {
  readonly from: string;
  readonly to: string;
}

/** The files whose names say that they are about an agent, and what they are called when it has another id; or why they cannot be. */
export function renamedFiles(
  id: string,
  newId: string,
  workspace: Workspace,
): readonly FileRename[] | { readonly refused: string } {
  const files = workspace.documents
    .filter(document => isAbout(document, id))
    .map(({ file: from }) => {
      const folder = from.slice(0, from.lastIndexOf('/') + 1);
      return { from, to: `${folder}${newId}${from.slice(folder.length + id.length)}` };
    })
    .sort((a, b) => compareTexts(a.from, b.from));
  const strange = files.length > 0 ? /[\\/:*?"<>|\x00-\x1f]/.exec(newId)?.[0] : undefined;
  if (strange !== undefined)
    return { refused: `${files[0]!.from} is named after the agent, and no file name holds ${show(strange)}` };
  const taken = files.find(({ to }) => workspace.document(to));
  return taken ? { refused: `${taken.from} is named after the agent, and there is a file ${taken.to} already` } : files;
}

/** A file that says in its text whom it is about is named after that agent only by chance if it is another. */
function isAbout(document: Document, id: string): boolean {
  if (agentIdInName(document.at('')) !== id) return false;
  const said = document.roots[0]?.get('agent_id').string();
  return !said || said === id;
}
