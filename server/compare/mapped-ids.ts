import { Document } from '../core/document.ts';
import { applyFix } from '../core/fixing/apply.ts';
import { occurrencesIn } from '../core/index/occurrences-in.ts';
import type { NameKind } from '../core/index/occurrences.ts';
import type { Kind } from '../core/kinds.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import type { RecordPairs } from './drift-records.ts';

/** The kinds of name that are the ids of the records of a kind. */
const nameKinds: { readonly [kind in Kind]?: NameKind } = {
  agent: 'agent',
  'agent-list': 'agent',
  'agent-versions': 'agent',
  llm: 'llm',
  'conversation-flow': 'conversation-flow',
  'flow-component': 'flow-component',
  'phone-number': 'phone-number',
};

/** The account with the ids from the files in matched records, so that different ids are no difference. */
export function withMappedIds(account: Workspace, pairs: RecordPairs['pairs']): Workspace {
  const ids = new Map<NameKind, Map<string, string>>();
  for (const [{ id, kind }, { id: newId }] of pairs) {
    const nameKind = nameKinds[kind];
    if (!nameKind || id === '' || newId === '' || id === newId) continue;
    if (!ids.has(nameKind)) ids.set(nameKind, new Map());
    ids.get(nameKind)!.set(newId, id);
  }
  if (ids.size === 0) return account;
  const documents = account.documents.map(document => {
    const edits = [...ids].flatMap(([kind, ids]) =>
      [...occurrencesIn(document, kind)].flatMap(([name, places]) => {
        const newId = ids.get(name);
        return newId === undefined ? [] : places.map(({ pointer }) => ({ set: pointer, to: newId }));
      }),
    );
    if (edits.length === 0) return document;
    const text = applyFix(document, { title: '', safe: true, edits });
    return new Document(document.file, text, document.version + 1, document.assignedKind);
  });
  return new Workspace(documents, account.facts);
}
