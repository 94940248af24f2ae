import type { Client } from './client.ts';
import { idOf } from './reports.ts';
import type { Session } from './session.ts';

/** Features whose results an editor keeps showing until it gets a refresh request. */
export type Refreshable = 'inlayHint' | 'codeLens' | 'semanticTokens';

/** The answer for a version of a document, in parts; `recompute` computes the current answer of a part. */
interface Answer {
  readonly version: number;
  readonly parts: readonly { readonly name: string; recompute(): unknown }[];
}

/**
 * Remembers the answers that the editor shows for its open documents. The editor asks again when it edits such a
 * document; only the server can notice that an edit of another file has changed an answer. Keeps no documents in
 * memory.
 */
export class RefreshTracker {
  readonly #session: Session;
  readonly #refreshable: readonly Refreshable[];
  readonly #answers = new Map<Refreshable, Map<string, Answer>>();
  constructor(session: Session, { capabilities }: Client) {
    const { inlayHint, codeLens, semanticTokens } = capabilities.workspace ?? {},
      features = { inlayHint, codeLens, semanticTokens };
    this.#session = session;
    this.#refreshable = (Object.keys(features) as Refreshable[]).filter(
      refreshable => features[refreshable]?.refreshSupport === true,
    );
  }

  /**
   * Computes an answer and remembers it.
   * @param isPart whether the answer is added to the last answer rather than replacing it
   */
  answer<R>(feature: Refreshable, uri: string, answer: () => R, isPart = false): R {
    const version = this.#session.state.openDocuments.get(uri)?.version;
    if (version === undefined || !this.#refreshable.includes(feature)) return answer();
    const answers = this.#answers.get(feature) ?? new Map<string, Answer>(),
      before = answers.get(uri);
    const parts = isPart && before?.version === version ? before.parts : [];
    const result = answer();
    this.#answers.set(
      feature,
      answers.set(uri, { version, parts: [...parts, { name: nameOf(result), recompute: answer }] }),
    );
    return result;
  }

  /**
   * The features whose current answers differ from those in the editor, computed one document at a time. Answers that
   * differ are forgotten, because the editor asks again.
   */
  *outdatedFeatures(): Generator<void, readonly Refreshable[]> {
    const kinds: Refreshable[] = [];
    for (const [feature, answers] of this.#answers) {
      // this is a copy, because the map changes when other requests are answered between two steps
      for (const [uri, { version, parts }] of Array.from(answers)) {
        if (this.#session.state.openDocuments.get(uri)?.version !== version) {
          answers.delete(uri);
          continue;
        }
        if (parts.every(({ name, recompute }) => name === nameOf(recompute()))) {
          yield;
          continue;
        }
        kinds.push(feature);
        break;
      }
      if (kinds.includes(feature)) this.#answers.delete(feature);
    }
    return kinds;
  }
}

/** A short hash of an answer, because an answer about a large file is large. */
const nameOf = (answer: unknown): string => idOf(JSON.stringify(answer ?? null));
