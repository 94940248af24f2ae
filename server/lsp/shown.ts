import type { Client } from './client.ts';
import { idOf } from './reports.ts';
import type { Session } from './session.ts';

/** What editors keep showing until they are told to ask again. */
export type Shows = 'inlayHint' | 'codeLens' | 'semanticTokens';

/** What was said of a document while it had this version; `again` says what would be said now. */
interface Answer {
  readonly version: number;
  readonly parts: readonly { readonly said: string; again(): unknown }[];
}

/**
 * What the editor shows of documents that it has open. It asks again by itself when such a document is edited; that an edit of another file
 * has changed what is said of it only the server knows. Holds no documents.
 */
export class Shown {
  readonly #session: Session;
  readonly #refreshed: readonly Shows[];
  readonly #answers = new Map<Shows, Map<string, Answer>>();
  constructor(session: Session, { capabilities }: Client) {
    const { inlayHint, codeLens, semanticTokens } = capabilities.workspace ?? {},
      features = { inlayHint, codeLens, semanticTokens };
    this.#session = session;
    this.#refreshed = (Object.keys(features) as Shows[]).filter(one => features[one]?.refreshSupport === true);
  }

  /** Answers, and remembers the answer. @param part whether it belongs to the last one, otherwise it takes its place */
  said<R>(shows: Shows, uri: string, answer: () => R, part = false): R {
    const given = answer(),
      version = this.#session.state.open.get(uri)?.version;
    if (version === undefined || !this.#refreshed.includes(shows)) return given;
    const answers = this.#answers.get(shows) ?? new Map<string, Answer>(),
      before = answers.get(uri);
    const parts = part && before?.version === version ? before.parts : [];
    this.#answers.set(shows, answers.set(uri, { version, parts: [...parts, { said: nameOf(given), again: answer }] }));
    return given;
  }

  /**
   * What is no longer as the editor shows it, looked for a document at a time. What is found is forgotten, for the
   * editor asks for it again.
   */
  *stale(): Generator<void, readonly Shows[]> {
    const found: Shows[] = [];
    for (const [shows, answers] of this.#answers) {
      // a copy: others are answered while this waits
      for (const [uri, { version, parts }] of Array.from(answers)) {
        if (this.#session.state.open.get(uri)?.version !== version) {
          answers.delete(uri);
          continue;
        }
        if (parts.every(({ said, again }) => said === nameOf(again()))) {
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
}

/** A name for an answer: of a large file the answer itself is large. */
const nameOf = (answer: unknown): string => idOf(JSON.stringify(answer ?? null));
