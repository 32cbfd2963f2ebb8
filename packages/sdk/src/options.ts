/** The settings of a client. */
export interface LineworkOptions {
  /**
   * The key of a broker or of an operator. `null` sends none: a page of the server itself has its session in a cookie.
   */
  readonly apiKey: string | null;
  /** The address of the API: `https://linework.example`. */
  readonly baseUrl: string;
  /** How often a call is repeated when a try fails in a way that may pass; 2 by default. */
  readonly maxRetries?: number | undefined;
  /** How long one try may take until its whole response is read; 60,000 by default. */
  readonly timeoutMs?: number | undefined;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /** Is called after each try, for logs and metrics. An error that it throws ends the call. */
  readonly onRequest?: ((report: RequestReport) => void) | undefined;
}

/** What each call accepts beside the values of its operation. */
export interface RequestOptions {
  /**
   * Makes the request safe to repeat. By default each call that changes something has a new key, which all its attempts
   * share.
   */
  readonly idempotencyKey?: string | undefined;
  /**
   * The `ETag` of the record that you have read. If the record has changed since, the answer is 412 and nothing is
   * changed.
   */
  readonly ifMatch?: string | undefined;
  /** The `correlationId` of the order that the request opens. */
  readonly correlationId?: string | undefined;
  /** The id under which the request is in the logs of the server. By default the server creates one. */
  readonly requestId?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Ends the call at once, with the reason of the signal. A request that changes something may have been executed. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
}

/** What happened in one try. */
export interface RequestReport {
  readonly method: string;
  readonly url: string;
  /** 1 for the first try. */
  readonly attempt: number;
  readonly durationMs: number;
  /** Undefined if there was no response. */
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Why the try failed. */
  readonly error?: unknown;
  /** The time until the next try; undefined if there is none. */
  readonly retryInMs?: number | undefined;
}

export type QueryValue =
  | string
  | number
  | boolean
  | Date
  | readonly (string | number | boolean | Date)[]
  | null
  | undefined;

export type StreamContent = string | Uint8Array | ReadableStream<Uint8Array>;

/** One request of the API. */
export interface ApiRequest {
  readonly method: string;
  /** With its parameters filled in: `/lines/019a1c3e-…/block`. */
  readonly path: string;
  /**
   * Names with values. One that is undefined is not sent. An interface has no index signature, so the generated queries
   * are only objects to the compiler.
   */
  readonly query?: object | undefined;
  /** Is sent as JSON. */
  readonly body?: unknown;
  /** Is sent as it is, instead of `body`. */
  readonly content?: { readonly mediaType: string; readonly value: StreamContent } | undefined;
  readonly accept?: string | undefined;
  /**
   * Whether the server answers a repetition with the same `Idempotency-Key` like the first request. By default every
   * request with JSON.
   */
  readonly isIdempotent?: boolean | undefined;
}
