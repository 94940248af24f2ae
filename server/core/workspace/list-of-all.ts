import type { Kind } from '../kinds.ts';
import type { AgentSources } from './agents.ts';
import type { PageRecord, Place } from './records.ts';
import { columns, type Tables } from './tables.ts';

const emptyList: readonly never[] = [];
const folderOf = ({ file }: Place): string => file.slice(0, file.lastIndexOf('/') + 1);
/** The ids of the records that a complete list of a kind would contain. */
function recordsOf(kind: Kind, tables: Tables): ReadonlyMap<string, readonly Place[]> {
  switch (kind) {
    case 'agent':
    case 'agent-list': {
      const places = ({ listItems, records }: AgentSources): readonly Place[] => [...listItems, ...records];
      return new Map(Array.from(tables.agents, ([id, sources]) => [id, places(sources)]));
    }
    case 'llm':
    case 'conversation-flow':
      return tables.engines(kind);
    case 'flow-component':
      // components inside a flow are never listed
      return new Map([...tables.components].filter(([, places]) => places.some(({ isLocal }) => !isLocal)));
    case 'phone-number':
      return tables.phoneNumbers;
    default:
      return new Map();
  }
}

/**
 * The last page of a list that proves that no other record of a kind exists. The pages of a folder form a whole list
 * if exactly one of them is the last page. The list counts only if it contains every record of the kind in the
 * workspace: otherwise it is filtered or outdated.
 */
export function listOfAll(kind: Kind, tables: Tables): string | undefined {
  const pages = new Map<string, PageRecord[]>();
  for (const page of pageKinds(kind).flatMap(kind => tables.of(columns.pages).get(kind) ?? emptyList)) {
    const group = `${page.kind} ${folderOf(page)}`;
    pages.set(group, [...(pages.get(group) ?? emptyList), page]);
  }
  if (pages.size === 0 || tables.unread(kind, ...pageKinds(kind)).length > 0) return undefined;
  const records = recordsOf(kind, tables);
  for (const list of pages.values()) {
    const [last, ...rest] = list.filter(({ hasMore }) => !hasMore);
    if (!last || rest.length > 0 || list.some(({ isReadable }) => !isReadable)) continue;
    const isListed = ({ file, pointer }: Place): boolean =>
      list.some(page => page.file === file && pointer.startsWith(`${page.pointer}/`));
    if ([...records.values()].every(places => places.some(isListed))) return last.file;
  }
  return undefined;
}
/** The kinds of pages that list records of a kind. Agents are listed as items or as whole records. */
const pageKinds = (kind: Kind): readonly Kind[] =>
  kind === 'agent' || kind === 'agent-list' ? ['agent', 'agent-list'] : [kind];
