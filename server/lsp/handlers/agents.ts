import { basename } from 'node:path';
import type { Cursor } from '../../core/cursor.ts';
import type { Document } from '../../core/document.ts';
import { pointerOf } from '../../core/finding.ts';
import { agentBranch, agentList, agentTree } from '../../features/panels/index.ts';
import { compareTexts } from '../../core/wording.ts';
import { isWithin } from '../../state/paths.ts';
import { listedOf } from '../diagnostics.ts';
import { withUris } from '../convert.ts';
import type { EditorConnection } from '../editor-connection.ts';
import type { AgentNode } from '../protocol.ts';
import { findingsOf, type Root } from '../root.ts';
import { pathOf } from '../uris.ts';
import { answerRequest } from './handler.ts';

export const agents = answerRequest('agents', editor => async params => {
  const currentEditor = editor();
  await currentEditor.session.allReady();
  const roots = inOrder(currentEditor.session.state);
  return roots.flatMap(root => inFolder(agentsOf(currentEditor, root, params?.agentId), root, roots));
});

/** The workspaces in the order of the editor's folders. In the map they are in the order in which they were read. */
function inOrder({ roots, folders }: EditorConnection['session']['state']): Root[] {
  const folderIndexOf = ({ settings }: Root): number => {
    const index = folders.findIndex(folder => isWithin(pathOf(folder) ?? folder, settings.root));
    return index < 0 ? folders.length : index;
  };
  return [...roots.values()].sort(
    (a, b) => folderIndexOf(a) - folderIndexOf(b) || compareTexts(a.settings.root, b.settings.root),
  );
}

/**
 * The nodes with the folder of their workspace, because an agent may have copies in several workspaces, such as a
 * staging and a production account. Each id contains its workspace even if there is only one: folders may be added
 * later, and a row whose id changes is folded.
 */
function inFolder(nodes: readonly AgentNode[], { key, settings }: Root, roots: readonly Root[]): readonly AgentNode[] {
  const folder = folderName(
    settings.root,
    roots.map(root => root.settings.root),
  );
  const withOwnUris = (node: AgentNode): AgentNode => ({
    ...node,
    id: `${key} ${node.id}`,
    ...(node.type === 'agent' && { folder }),
    children: node.children && node.children.map(withOwnUris),
  });
  return nodes.map(withOwnUris);
}

/** The shortest end of a path that is not also the end of another path. */
function folderName(path: string, folders: readonly string[]): string {
  const parts = path.split(/[/\\]/);
  for (let n = 1; n < parts.length; n++) {
    const name = parts.slice(-n).join('/');
    if (folders.filter(otherFolder => `/${otherFolder.replaceAll('\\', '/')}`.endsWith(`/${name}`)).length === 1)
      return name;
  }
  return basename(path);
}

/** The number of agents above which children are sent only on request. */
const MAX_AGENTS_WITH_CHILDREN = 500;

function agentsOf({ session }: EditorConnection, root: Root, agentId: string | undefined): readonly AgentNode[] {
  const isLarge = root.workspace.agents.size > MAX_AGENTS_WITH_CHILDREN;
  // the list contains no places to convert
  if (agentId === undefined && isLarge) return agentList(root.workspace) as readonly AgentNode<never>[];
  const byDocument = new Map<Document, readonly (readonly [pointer: string, severity: string])[]>();
  const findingsIn = (document: Document): readonly (readonly [string, string])[] => {
    let entries = byDocument.get(document);
    if (!entries)
      byDocument.set(
        document,
        // the count must match the findings that the editor lists
        (entries = listedOf(document, findingsOf(root, document, session.rules))
          .filter(({ isBaselined, finding }) => !isBaselined && !finding.superseded)
          .map(({ finding }) => [pointerOf(finding.target), finding.severity] as const)),
      );
    return entries;
  };
  const countFindings = (record: Cursor) => {
    const { pointer } = record,
      innerPlaces = findingsIn(record.document).filter(
        ([pointer_]) => pointer_ === pointer || pointer_.startsWith(`${pointer}/`),
      );
    return {
      errors: innerPlaces.filter(([, severity]) => severity === 'error').length,
      warnings: innerPlaces.filter(([, severity]) => severity === 'warning').length,
    };
  };
  if (agentId === undefined)
    return withUris(session, root, agentTree(root.workspace, countFindings)) as readonly AgentNode[];
  const branch = agentBranch(root.workspace, agentId, countFindings);
  return branch ? [withUris(session, root, branch) as AgentNode] : [];
}
