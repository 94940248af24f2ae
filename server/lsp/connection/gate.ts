import { ErrorCodes, Message, type MessageReader } from 'vscode-languageserver/node';
import { paramsProblem } from '../params.ts';
import { readerThrough } from '../through.ts';

/** Receives the messages that were rejected. */
export interface Gatekeeper {
  /**
   * Called for a rejected request.
   * @param id null if the message has no usable id
   */
  refuse(id: string | number | null, code: number, reason: string): void;
  log(message: string): void;
}
interface Refusal {
  readonly code: number;
  readonly reason: string;
}

/**
 * A reader that passes on only messages that the protocol currently allows, with the parameters that their handlers
 * need. It answers other requests with an error, and logs and drops other notifications, so that no handler gets a
 * malformed value.
 */
export function gated(reader: MessageReader, keeper: Gatekeeper): MessageReader {
  const gate = new Gate(keeper);
  return readerThrough(reader, message => (gate.allows(message) ? message : undefined));
}

class Gate {
  readonly #keeper: Gatekeeper;
  #stage: 'new' | 'serving' | 'ended' = 'new';
  constructor(keeper: Gatekeeper) {
    this.#keeper = keeper;
  }

  allows(message: Message): boolean {
    if (Message.isNotification(message)) return this.#allowsNotification(message.method, message.params);
    if (Message.isRequest(message)) {
      const refusal = this.#refusal(message.method, message.params);
      if (refusal) this.#keeper.refuse(message.id, refusal.code, refusal.reason);
      return !refusal;
    }
    const isAnswer = Message.isResponse(message);
    if (!isAnswer)
      this.#keeper.refuse(
        null,
        ErrorCodes.InvalidRequest,
        'expected a message object with a method, and for a request a numeric or string id; batches are not supported',
      );
    return isAnswer;
  }

  #allowsNotification(method: string, params: unknown): boolean {
    if (method === 'exit') return true;
    if (this.#stage !== 'serving') return false;
    const problem = paramsProblem(method, params);
    if (problem !== undefined) this.#keeper.log(`${method} is skipped: ${problem}`);
    return problem === undefined;
  }

  #refusal(method: string, params: unknown): Refusal | undefined {
    const isGreeting = method === 'initialize';
    if (this.#stage === 'ended') return { code: ErrorCodes.InvalidRequest, reason: 'the server has been shut down' };
    if (isGreeting && this.#stage === 'serving')
      return { code: ErrorCodes.InvalidRequest, reason: 'initialize may be sent only once' };
    if (!isGreeting && this.#stage === 'new')
      return { code: ErrorCodes.ServerNotInitialized, reason: 'the server is not initialized' };
    const problem = paramsProblem(method, params);
    if (problem !== undefined) return { code: ErrorCodes.InvalidParams, reason: `${method}: ${problem}` };
    if (isGreeting) this.#stage = 'serving';
    if (method === 'shutdown') this.#stage = 'ended';
    return undefined;
  }
}
