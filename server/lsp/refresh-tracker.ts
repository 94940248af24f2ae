import type { Client } from './client.ts';
import { idOf } from './reports.ts';
import type { Session } from './session.ts';

/** Results that editors keep showing until they get a refresh request. */
export type Refreshable = 'inlayHint' | 'codeLens' | 'semanticTokens';

/** The answer for a version of a document; `recompute` computes the current answer. */
interface Answer {
  readonly version: number;
  readonly parts: readonly { readonly name: string; recompute(): unknown }[];
}

/**
 * The answers that the editor shows for its open documents. It asks again when such a document is edited, but only the
 * server knows when an edit of another file has changed an answer. Keeps no documents in memory.
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
   * @param isPart whether it is added to the last answer or replaces it
   */
  answer<R>(feature: Refreshable, uri: string, answer: () => R, isPart = false): R {
    const version = this.#session.state.open.get(uri)?.version;
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
   * The kinds of answers that differ from those in the editor, computed one document at a time. Differing answers are
   * forgotten, because the editor asks again.
   */
  *outdatedFeatures(): Generator<void, readonly Refreshable[]> {
    const kinds: Refreshable[] = [];
    for (const [feature, answers] of this.#answers) {
      // a copy: others are answered while this waits
      for (const [uri, { version, parts }] of Array.from(answers)) {
        if (this.#session.state.open.get(uri)?.version !== version) {
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

/** A short name for an answer: the answer itself is large for a large file. */
const nameOf = (answer: unknown): string => idOf(JSON.stringify(answer ?? null));
