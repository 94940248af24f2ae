import { compareTexts } from '../../core/words.ts';
import type { Document } from '../../core/document.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { placeOfEntry } from './document-symbols.ts';
import { outlineOf, type OutlineEntry, type OutlineKind } from './outline.ts';
import { type Location } from './places.ts';

/** Something of the workspace that people look for by name. */
export interface WorkspaceSymbol extends Location {
  readonly kind: OutlineKind;
  readonly name: string;
  readonly detail: string;
  /** What holds it; the file for a record. */
  readonly container: string;
}

/** As many as one reads through. */
const MOST = 200;
/** What nobody looks for by name: there are too many, or they have none of their own. */
const unnamed: ReadonlySet<OutlineKind> = new Set(['edge', 'task', 'arm', 'mock', 'record', 'more']);

interface Candidate {
  readonly entry: OutlineEntry;
  readonly container: string;
  readonly document: Document;
  /** What it can be found by: its name first, then its ids. */
  readonly words: readonly string[];
}

/** The records, tags, nodes, states and tools whose name or id has the letters of the query in order, the best first, at most 200. */
export function workspaceSymbols(workspace: Workspace, query: string): readonly WorkspaceSymbol[] {
  const wanted = query.replace(/\s+/g, '');
  const found = workspace.documents
    .flatMap(document => candidatesIn(document))
    .flatMap(candidate => {
      const score = Math.max(...candidate.words.map((word, i) => scoreOf(word, wanted) - i * 0.5));
      return score > -Infinity ? [{ candidate, score }] : [];
    });
  const order = (a: Candidate, b: Candidate): number =>
    compareTexts(a.entry.name, b.entry.name) || compareTexts(a.document.file, b.document.file);
  found.sort((a, b) => b.score - a.score || order(a.candidate, b.candidate));
  return found.slice(0, MOST).flatMap(({ candidate: { entry, container, document } }) => {
    const place = placeOfEntry(entry);
    return place
      ? [{ kind: entry.kind, name: entry.name, detail: entry.detail, container, file: document.file, ...place }]
      : [];
  });
}

function candidatesIn(document: Document): readonly Candidate[] {
  return document.memory.remember(candidatesIn, undefined, () => {
    const all: Candidate[] = [];
    const add = (entries: readonly OutlineEntry[], container: string): void => {
      for (const entry of entries) {
        const { at, kind, name, children } = entry;
        const words = [name, ...ids.map(key => at.peek(key))]
          .filter((word, i) => typeof word === 'string' && (i === 0 || word !== name))
          .map(String);
        if (!unnamed.has(kind)) all.push({ entry, container, document, words });
        add(children, name);
      }
    };
    add(outlineOf(document), document.file);
    return all;
  });
}
const ids = ['agent_id', 'id', 'llm_id', 'conversation_flow_id', 'conversation_flow_component_id', 'tool_id'] as const;

/**
 * How well a word fits a query whose letters it must have in order, capitals aside: letters that begin a part of the word, or follow the
 * one before, count more; so does a short word. -Infinity where it does not fit.
 */
export function scoreOf(word: string, query: string): number {
  const lower = word.toLowerCase(),
    wanted = query.toLowerCase();
  if (wanted === '') return 0;
  if (lower === wanted) return 1000;
  let score = lower.includes(wanted) ? 50 : 0;
  if (lower.startsWith(wanted)) score = 100;
  let last = -2;
  for (let i = 0, from = 0; i < wanted.length; i++) {
    const letter = wanted[i]!;
    let at = lower.indexOf(letter, from);
    if (at < 0) return -Infinity;
    // a beginning of a part is meant rather than a letter in the middle of one, if the rest still fits
    if (at !== last + 1)
      for (let next = at; next >= 0; next = lower.indexOf(letter, next + 1)) {
        if (begins(word, next) && fits(lower, next + 1, wanted, i + 1)) {
          at = next;
          break;
        }
      }
    const apart = begins(word, at) ? 4 : 1;
    score += at === last + 1 ? 5 : apart;
    last = at;
    from = at + 1;
  }
  return score - word.length / 100;
}
function begins(word: string, at: number): boolean {
  return (
    at === 0 || /[^\p{L}\p{N}]/u.test(word[at - 1]!) || (/\p{Lu}/u.test(word[at]!) && /\p{Ll}/u.test(word[at - 1]!))
  );
}

function fits(word: string, from: number, query: string, rest: number): boolean {
  for (let i = rest, at = from; i < query.length; i++) {
    at = word.indexOf(query[i]!, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
