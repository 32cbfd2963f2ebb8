/** Every error that this package throws, except the reason of your own signal and mistakes in its use. */
export class LineworkError extends Error {
  override readonly name: string = 'LineworkError';
}

interface Unanswered {
  readonly method: string;
  readonly url: string;
  readonly idempotencyKey?: string | undefined;
}

/**
 * There was no whole response. The server may have executed the request: repeat a write with the same `idempotencyKey`.
 */
export class ConnectionError extends LineworkError {
  override readonly name: string = 'ConnectionError';
  readonly method: string;
  readonly url: string;
  readonly idempotencyKey: string | undefined;

  constructor(message: string, { method, url, idempotencyKey }: Unanswered, options?: ErrorOptions) {
    super(message, options);
    this.method = method;
    this.url = url;
    this.idempotencyKey = idempotencyKey;
  }
}

/** There was no whole response within `timeoutMs`. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = 'TimeoutError';
}

/** The response is none of the API, for example the page of a proxy. */
export class UnexpectedResponseError extends LineworkError {
  override readonly name: string = 'UnexpectedResponseError';
  readonly status: number;
  readonly headers: Headers;
  /** The beginning of the body. */
  readonly text: string;

  constructor(status: number, headers: Headers, text: string) {
    super(`The response with status ${status} is not of the Linework API: ${text.slice(0, 200)}`);
    this.status = status;
    this.headers = headers;
    this.text = text;
  }
}
