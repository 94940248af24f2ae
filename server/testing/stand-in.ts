import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { Document } from '../core/document.ts';
import type { Configuration } from '../core/configuration/configuration.ts';
import { factsOf, readConfiguration } from '../core/configuration/read.ts';
import type { JsonObject } from '../core/json/json.ts';
import { rules } from '../../rules/index.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import type { Account, Keep } from '../platform/account.ts';
import { createApp, type SeenRequest } from '../platform/app.ts';
import type { Event } from '../platform/events.ts';
import { idsFrom, increasingClock } from '../platform/operation.ts';
import { keyring } from '../platform/keys.ts';
import { accountsOf } from '../platform/open.ts';

interface Answered {
  readonly status: number;
  readonly body: any;
  readonly headers: LightMyRequestResponse['headers'];
}
export interface StandIn {
  readonly app: FastifyInstance;
  readonly accounts: readonly Account[];
  readonly failures: readonly Error[];
  /** The log entries of the received requests. */
  readonly requests: readonly SeenRequest[];
  /** The recorded events; they are not sent. */
  readonly events: readonly Event[];
  /** Resets the accounts to their files. */
  restart(): void;
  /**
   * Sends a request, given as method and path, with the first key unless `headers` contain another one. A body that is
   * not a string is sent as JSON.
   */
  ask(line: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answered>;
}

export const firstKey = 'first-key-of-two',
  secondKey = 'second-key-of-two';

/**
 * A stand-in over these files, called without a socket. Its clock starts at 1000 and advances with each reading; its
 * ids use the seed "test".
 */
export function standIn(
  files: Readonly<Record<string, unknown>> = {},
  keep?: Keep,
  strict = false,
  host = '127.0.0.1',
  settings: JsonObject = {},
): StandIn {
  const configuration = configurationIn(settings);
  const documents = Object.entries(files).map(
    ([name, content]) =>
      new Document(
        name,
        typeof content === 'string' ? content : JSON.stringify(content),
        0,
        configuration.kindOf(name),
      ),
  );
  const workspace = new Workspace(documents, { today: '2026-01-15', ...factsOf(settings) });
  const state = { workspace, configuration, baseline: undefined };
  const accounts = accountsOf(state, 2, { keep, strict });
  const failures: Error[] = [],
    events: Event[] = [],
    requests: SeenRequest[] = [];
  const app = createApp({
    accounts,
    keys: keyring([firstKey, secondKey]),
    host,
    now: increasingClock(() => 1000),
    newId: idsFrom('test'),
    notify: (moreEvents, items) => {
      events.push(...moreEvents);
      for (const { event, url } of moreEvents) items.add({ at: '', event, url, status: null, problem: null });
    },
    onRequest: request => requests.push(request),
    onError: error => failures.push(error),
  });
  return {
    app,
    accounts,
    failures,
    requests,
    events,
    restart() {
      accounts.splice(0, 2, ...accountsOf(state, 2, { keep, strict }));
    },
    async ask(line, body, headers = {}) {
      const [method, url] = line.split(' ') as [string, string];
      const isJson = body !== undefined;
      const answer = await app.inject({
        method: method as 'GET',
        url,
        headers: {
          host: '127.0.0.1:4010',
          authorization: `Bearer ${firstKey}`,
          ...(isJson && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(isJson && { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
      });
      return {
        status: answer.statusCode,
        body: bodyOf(answer),
        headers: answer.headers,
      };
    },
  };
}

function configurationIn(settings: JsonObject): Configuration {
  const { configuration, problems } = readConfiguration(JSON.stringify(settings), rules);
  if (!configuration) throw new Error(problems[0].message);
  return configuration;
}

const bodyOf = ({ body, headers }: LightMyRequestResponse): unknown => {
  if (body === '') return undefined;
  return String(headers['content-type']).startsWith('application/json') ? JSON.parse(body) : body;
};

/** A component about which no rule reports anything. */
export const component = (name = 'Greeting', more: object = {}): object => ({
  name,
  nodes: [{ id: 'hello', type: 'conversation', instruction: { type: 'prompt', text: 'Greet the caller.' } }],
  ...more,
});
