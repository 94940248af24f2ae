import type { Client } from './client.ts';
import { idOf } from './reports.ts';
import type { Root } from './root.ts';
import type { Session } from './session.ts';

/** What editors keep showing until they get a refresh request. */
export type Refreshable = 'inlayHint' | 'codeLens' | 'semanticTokens';

/** What was said of a document while it had this version; `again` says what would be said now. */
interface Answer {
  readonly version: number;
  readonly parts: readonly { readonly said: string; again(): unknown }[];
}

/**
 * What the editor shows of documents that it has open. It asks again by itself when such a document is edited; that an edit of another file
 * has changed what is said of it only the server knows. Holds no documents.
 */
export class RefreshTracker {
  readonly #session: Session;
  readonly #refreshed: readonly Refreshable[];
  readonly #answers = new Map<Refreshable, Map<string, Answer>>();
  constructor(session: Session, { capabilities }: Client) {
    const { inlayHint, codeLens, semanticTokens } = capabilities.workspace ?? {},
      features = { inlayHint, codeLens, semanticTokens };
    this.#session = session;
    this.#refreshed = (Object.keys(features) as Refreshable[]).filter(one => features[one]?.refreshSupport === true);
  }

  /** Answers, and remembers the answer. @param part whether it belongs to the last one, otherwise it takes its place */
  said<R>(shows: Refreshable, uri: string, answer: () => R, part = false): R {
    const version = this.#session.state.open.get(uri)?.version;
    if (version === undefined || !this.#refreshed.includes(shows)) return answer();
    const answers = this.#answers.get(shows) ?? new Map<string, Answer>(),
      before = answers.get(uri);
    const parts = part && before?.version === version ? before.parts : [];
    const given = this.#noted(nameOfPart(shows, uri, parts.length), uri, answer);
    this.#answers.set(shows, answers.set(uri, { version, parts: [...parts, { said: nameOf(given), again: answer }] }));
    return given;
  }

  /**
   * What is no longer as the editor shows it, looked for a document at a time. What is found is forgotten, for the
   * editor asks for it again.
   */
  *stale(): Generator<void, readonly Refreshable[]> {
    const found: Refreshable[] = [];
    for (const [shows, answers] of this.#answers) {
      // a copy: others are answered while this waits
      for (const [uri, { version, parts }] of Array.from(answers)) {
        if (this.#session.state.open.get(uri)?.version !== version) {
          answers.delete(uri);
          continue;
        }
        const isShown = ({ said, again }: Answer['parts'][number], i: number): boolean => {
          const name = nameOfPart(shows, uri, i);
          return this.#isRight(name, uri) || said === nameOf(this.#noted(name, uri, again));
        };
        if (parts.every(isShown)) {
          yield;
          continue;
        }
        found.push(shows);
        break;
      }
      if (found.includes(shows)) this.#answers.delete(shows);
    }
    return found;
  }

  /** Answers, and has noted what was asked for that. */
  #noted<R>(name: string, uri: string, answer: () => R): R {
    const root = this.#rootOf(uri);
    root?.checked.follow(root);
    return root ? root.checked.answer(name, answer) : answer();
  }
  /** Whether nothing has changed that the answer rests on. */
  #isRight(name: string, uri: string): boolean {
    const root = this.#rootOf(uri);
    root?.checked.follow(root);
    return root?.checked.isRight(name) === true;
  }
  #rootOf(uri: string): Root | undefined {
    return this.#session.state.roots.get(this.#session.whereabouts(uri).root);
  }
}

/** No file is called so. */
const nameOfPart = (shows: Refreshable, uri: string, part: number): string => `\0${shows} ${part} ${uri}`;

/** A name for an answer: of a large file the answer itself is large. */
const nameOf = (answer: unknown): string => idOf(JSON.stringify(answer ?? null));
