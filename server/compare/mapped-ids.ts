import { Document } from '../core/document.ts';
import { applyFix } from '../core/fixing/apply.ts';
import { occurrencesIn } from '../core/index/occurrences-in.ts';
import type { NameKind } from '../core/index/occurrences.ts';
import type { Kind } from '../core/kinds.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import type { RecordPairs } from './drift-records.ts';

/** The keys that name the records of a kind. */
const nameKinds: { readonly [kind in Kind]?: NameKind } = {
  agent: 'agent',
  'agent-list': 'agent',
  'agent-versions': 'agent',
  llm: 'llm',
  'conversation-flow': 'conversation-flow',
  'flow-component': 'flow-component',
  'phone-number': 'phone-number',
};

/** The account with the files' ids in place of its own for matched records, so that an id is no difference. */
export function withMappedIds(there: Workspace, pairs: RecordPairs['pairs']): Workspace {
  const ids = new Map<NameKind, Map<string, string>>();
  for (const [{ id, kind }, { id: other }] of pairs) {
    const named = nameKinds[kind];
    if (!named || id === '' || other === '' || id === other) continue;
    if (!ids.has(named)) ids.set(named, new Map());
    ids.get(named)!.set(other, id);
  }
  if (ids.size === 0) return there;
  const mapped = there.documents.map(document => {
    const edits = [...ids].flatMap(([kind, of]) =>
      [...occurrencesIn(document, kind)].flatMap(([name, places]) => {
        const to = of.get(name);
        return to === undefined ? [] : places.map(({ pointer }) => ({ set: pointer, to }));
      }),
    );
    if (edits.length === 0) return document;
    const text = applyFix(document, { title: '', safe: true, edits });
    return new Document(document.file, text, document.version + 1, document.given);
  });
  return new Workspace(mapped, there.facts);
}
