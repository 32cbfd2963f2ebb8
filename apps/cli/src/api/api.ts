import type { FeedEvent } from '../model/feed-event.ts';
import type { Order } from '../model/order.ts';

/** What a request has beside its method and its path. */
export interface ApiRequest {
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  /** Is sent as it is, instead of `body`. */
  readonly content?: { readonly mediaType: string; readonly value: string | ReadableStream<Uint8Array> } | undefined;
  readonly accept?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly maxRetries?: number | undefined;
  readonly timeoutMs?: number | undefined;
}

export interface ApiAnswer {
  /** Parsed JSON; the bytes of another media type; undefined without a body. */
  readonly data: unknown;
  readonly status: number;
  readonly headers: Headers;
}

export interface FollowOptions {
  /** When to stop, in milliseconds since 1970; undefined for never. */
  readonly deadline?: number | undefined;
  /** Is called with the first state and with each one that differs. */
  readonly onChange?: (order: Order) => void;
}

interface FeedOptions {
  /** Where to begin; undefined for the oldest event that is kept. */
  readonly after: number | undefined;
  readonly filter: Readonly<Record<string, unknown>>;
  /** Is called for one event after the other. The next one waits for its end. */
  readonly onEvent: (event: FeedEvent) => Promise<void>;
  readonly onRetry: (error: unknown, retryInMs: number) => void;
}

/** The API with one key. Behind it is the SDK; commands see only this part of it, so that tests need no server. */
export interface Api {
  readonly url: string;
  request(method: string, path: string, request?: ApiRequest): Promise<ApiAnswer>;
  /** Sends a GET and returns the bytes of its answer as they come, however many. */
  download(path: string): Promise<AsyncIterable<Uint8Array>>;
  /** Follows an order until it has settled, or until the deadline, and returns its last state. */
  followOrder(orderId: string, options?: FollowOptions): Promise<Order>;
  /** Reads the feed until Ctrl-C, and goes on after an outage without a gap. */
  followEvents(options: FeedOptions): Promise<void>;
}

/** One page of a list. A list that is not counted has no `meta`. */
export interface Page {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly meta?: { readonly total?: number };
}

/** Sends a GET and returns the data. */
export async function read<Data>(api: Api, path: string, query?: ApiRequest['query']): Promise<Data> {
  return (await api.request('GET', path, { query })).data as Data;
}
