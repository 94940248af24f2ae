import type { Document } from '../../core/document.ts';
import { recordOf } from '../../core/domain/tasks.ts';
import type { Pointer } from '../../core/json/pointer.ts';
import { locate } from '../../core/locate.ts';
import { placeOf } from '../../core/workspace/records.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { Guide } from '../../view/results/asked.ts';
import { textName } from '../prompts/texts.ts';
import { placeIn } from './places.ts';

/**
 * Links to the agents, versions and places that a result mentions.
 * @param workspace the state of the files from which the result was computed
 * @param visibleWorkspace the state in the editor
 * @param document the subject of the result
 */
export const guideTo = (workspace: Workspace, visibleWorkspace: Workspace = workspace, document?: Document): Guide => ({
  agent(agentId, version) {
    const agent = workspace.agent(agentId);
    const cursor =
      version === undefined
        ? (agent?.listItems[0] ?? agent?.records[0])
        : (recordOf({ agentId, version }, workspace) ?? agent?.versions.get(version)?.sources[0]);
    return (cursor && placeIn(visibleWorkspace, placeOf(cursor))) ?? undefined;
  },
  text({ file, pointer }) {
    const place = placeIn(visibleWorkspace, { file, pointer }),
      textDocument = visibleWorkspace.document(file);
    if (!place || !textDocument) return undefined;
    const { line } = textDocument.lines.positionAt(place.span.start);
    return { place, words: `${textName(textDocument.at(pointer as Pointer))}, ${file}:${line + 1}` };
  },
  value: pointer => document && { file: document.file, span: locate(document, pointer as `/${string}`) },
});
