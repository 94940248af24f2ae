import type { Json } from '../core/json/json.ts';

/** The statuses in the specification's table of errors, each with its name. */
export const statuses = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  412: 'Precondition Failed',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
} as const;
export type Status = keyof typeof statuses;
export const isStatus = (code: number): code is Status => Object.hasOwn(statuses, code);

/** The reason for each status according to the specification, for statuses that a client demands. */
export const conditions: Readonly<Record<Status, string>> = {
  400: 'invalid request format',
  401: 'the API key is missing or invalid',
  402: 'the trial has ended, a payment method must be added',
  403: 'forbidden',
  404: 'the requested resource was not found',
  409: 'resource update conflict',
  412: 'the precondition of a conditional update failed',
  422: 'the requested asset cannot be found under the given API key',
  429: 'the account is rate limited, requests must be throttled',
  500: 'unexpected server error',
};

/** A response with an error: its status, and the message in its body. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  constructor(statusCode: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.statusCode = statusCode;
    this.headers = headers;
  }
}

/** The body of every error. Spec: Errors */
export const errorBody = (message: string): { readonly status: 'error'; readonly message: string } & Json => ({
  status: 'error',
  message,
});
