import { compareTexts } from '../../core/wording.ts';
import { occurrencesIn } from '../../core/index/occurrences-in.ts';
import type { Document } from '../../core/document.ts';
import { agentIdInName } from '../../core/workspace/version-references.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { placeOfEntry } from './document-symbols.ts';
import { outlineOf, type OutlineEntry, type OutlineKind } from './outline.ts';
import { extentOf, partSpan, type Destination } from './destinations.ts';

/** A record or part of a record that people look for by name. */
export interface WorkspaceSymbol extends Destination {
  readonly kind: OutlineKind | 'variable';
  readonly name: string;
  /** The name of the container; for a record its id, unless the id is its name. Editors add the file. */
  readonly container: string;
}

/** The maximum number of results of a search. */
const MAX_SYMBOLS = 200;
/** Kinds that cannot be searched by name, because there are too many of them or they have no names. */
const unnamedKinds: ReadonlySet<OutlineKind> = new Set([
  'text',
  'edge',
  'task',
  'arms',
  'arm',
  'mock',
  'tags',
  'voice',
  'webhook',
  'analysis',
  'record',
  'more',
]);

interface Candidate {
  readonly kind: WorkspaceSymbol['kind'];
  readonly name: string;
  readonly container: string;
  readonly file: string;
  /** The words by which the symbol is found: first its name, then its ids. */
  readonly words: readonly string[];
  place(): Omit<Destination, 'file'> | undefined;
}

/**
 * The records, versions, tags, nodes, states, tools and variables whose name or id contains the letters of the query in
 * order, best first, at most 200.
 */
export function workspaceSymbols(workspace: Workspace, query: string): readonly WorkspaceSymbol[] {
  const text = query.replace(/\s+/g, '');
  const matches = workspace.documents
    .flatMap(document => candidatesIn(document))
    .flatMap(candidate => {
      const score = Math.max(...candidate.words.map((word, i) => scoreOf(word, text) - i * 0.5));
      return score > -Infinity ? [{ candidate, score }] : [];
    });
  const order = (a: Candidate, b: Candidate): number => compareTexts(a.name, b.name) || compareTexts(a.file, b.file);
  matches.sort((a, b) => b.score - a.score || order(a.candidate, b.candidate));
  return matches.slice(0, MAX_SYMBOLS).flatMap(({ candidate: { kind, name, container, file, place } }) => {
    const symbolPlace = place();
    return symbolPlace ? [{ kind, name, container, file, ...symbolPlace }] : [];
  });
}

function candidatesIn(document: Document): readonly Candidate[] {
  return document.memory.remember(candidatesIn, undefined, () => {
    const candidates: Candidate[] = [],
      { file } = document;
    const add = (entries: readonly OutlineEntry[], holder: string | undefined): void => {
      for (const entry of entries) {
        const { cursor, kind, children } = entry;
        const idsHere = ids.map(key => cursor.peek(key)).filter(id => typeof id === 'string'),
          otherIds = idsHere.filter(id => id !== entry.name);
        const container = holder ?? otherIds[0] ?? (kind === 'version' ? agentIdInName(cursor) : undefined) ?? '';
        const words = [entry.name, ...otherIds];
        if (!unnamedKinds.has(kind))
          candidates.push({
            kind,
            name: versionedName(entry),
            container,
            file,
            words,
            place: () => placeOfEntry(entry),
          });
        // entries below a group get the container of the group, because nobody knows the group by its name
        add(children, kind === 'analysis' ? holder : entry.name);
      }
    };
    add(outlineOf(document), undefined);
    return [...candidates, ...variablesIn(document)];
  });
}

/** The name with the version, which distinguishes the records of one agent or engine. */
function versionedName({ kind, name, cursor }: OutlineEntry): string {
  if (kind === 'version') return `version ${name}`;
  const version = cursor.peek('version');
  const isRecord = cursor.is('agent-settings') || cursor.is('llm') || cursor.is('conversation-flow');
  return isRecord && typeof version === 'number' ? `${name}, version ${version}` : name;
}

/** The variables that a document declares or sets, each at the first place that does so. */
const variablesIn = (document: Document): readonly Candidate[] =>
  [...occurrencesIn(document, 'variable')].flatMap(([name, places]): Candidate[] => {
    const firstPlace = places.find(({ role }) => role !== 'uses');
    if (!firstPlace) return [];
    const place = (): Omit<Destination, 'file'> | undefined => {
      const cursor = document.at(firstPlace.pointer),
        span = extentOf(cursor),
        selection = partSpan(cursor, firstPlace.part);
      return span && selection && { span, selection };
    };
    return [{ kind: 'variable', name, container: 'variable', file: document.file, words: [name], place }];
  });

const ids = ['agent_id', 'id', 'llm_id', 'conversation_flow_id', 'conversation_flow_component_id', 'tool_id'] as const;

/**
 * The rank of a word for a query whose letters it must contain in order, ignoring case. Letters at the start of a part
 * of the word, or right after the previous match, increase it; so does a short word. -Infinity without a match.
 */
export function scoreOf(word: string, query: string): number {
  const lower = word.toLowerCase(),
    text = query.toLowerCase();
  if (text === '') return 0;
  if (lower === text) return 1000;
  let score = lower.includes(text) ? 50 : 0;
  if (lower.startsWith(text)) score = 100;
  let lastIndex = -2;
  for (let i = 0, start = 0; i < text.length; i++) {
    const letter = text[i]!;
    let index = lower.indexOf(letter, start);
    if (index < 0) return -Infinity;
    // a person more often types the first letter of a part of the word, so that match is preferred if the remaining
    // letters still match
    if (index !== lastIndex + 1)
      for (let next = index; next >= 0; next = lower.indexOf(letter, next + 1)) {
        if (isWordStart(word, next) && isMatch(lower, next + 1, text, i + 1)) {
          index = next;
          break;
        }
      }
    const distance = isWordStart(word, index) ? 4 : 1;
    score += index === lastIndex + 1 ? 5 : distance;
    lastIndex = index;
    start = index + 1;
  }
  return score - word.length / 100;
}
function isWordStart(word: string, index: number): boolean {
  return (
    index === 0 ||
    /[^\p{L}\p{N}]/u.test(word[index - 1]!) ||
    (/\p{Lu}/u.test(word[index]!) && /\p{Ll}/u.test(word[index - 1]!))
  );
}

function isMatch(word: string, start: number, query: string, queryStart: number): boolean {
  for (let i = queryStart, index = start; i < query.length; i++) {
    index = word.indexOf(query[i]!, index) + 1;
    if (index === 0) return false;
  }
  return true;
}
