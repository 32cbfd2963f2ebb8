import type { Caller } from '@linework/auth/caller';
import type { z } from 'zod';
import type { Method, ResponseDeclaration, Route } from './define-route.ts';
import type { StreamedBody } from './open-stream.ts';
import type { ServerSentEvent } from './server-sent-events.ts';

/** A request that has passed every check of its route. */
export interface AcceptedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** Null only if the route needs no key. */
  readonly caller: Caller | null;
  /** The IP address of the client. */
  readonly address: string;
  /** The header `Cookie`. */
  readonly cookie?: string | undefined;
  /** The header `Prefer`. */
  readonly prefer?: string | undefined;
  readonly requestId: string;
  /** The `X-Correlation-Id` of a request that may change something, else the request id. */
  readonly correlationId: string;
  /** Only for requests that change something. */
  readonly idempotencyKey: string | undefined;
  /** The ETags of `If-Match`. The record must have one of them. */
  readonly ifMatch?: readonly string[] | undefined;
  /** The ETags of `If-None-Match`. A record that has one of them gets 304. */
  readonly ifNoneMatch?: readonly string[] | undefined;
  readonly method: string;
  /** Path and query as they were sent. */
  readonly url: string;
  /** The bytes of the body; empty if there is none. */
  readonly bodyBytes: Buffer;
  /** The unread body of a route that declares a stream. */
  readonly stream: StreamedBody | undefined;
  /** The header `Last-Event-ID` of a route with a stream of events. */
  readonly lastEventId?: string | undefined;
  /**
   * Call it before the handler waits for long: it releases the slot of the request, so that others can work meanwhile,
   * and returns a signal that is aborted when the client disconnects.
   */
  readonly hold: () => AbortSignal;
  /** The negotiated media type of the response; undefined if the response has no body. */
  readonly mediaType: string | undefined;
}

/** A response before it is sent. Bytes are sent unchanged, anything else as JSON unless it has another media type. */
export interface RouteResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

/** A route and its handler. */
export interface Endpoint<Deps, At extends Method = Method, Path extends Route['path'] = Route['path']> {
  readonly route: Route & { readonly method: At; readonly path: Path };
  readonly handle: (request: AcceptedRequest, deps: Deps) => Promise<RouteResponse>;
}

/** The request of a handler, typed by the route. */
export interface RequestOf<Declared extends Route> extends AcceptedRequest {
  readonly params: Parsed<Declared, 'params'>;
  readonly query: Parsed<Declared, 'query'>;
  readonly body: Parsed<Declared, 'body'>;
  readonly stream: Declared extends { readonly stream: readonly (infer MediaType extends string)[] }
    ? StreamedBody<MediaType>
    : undefined;
  readonly caller: Declared['scope'] extends null ? null : Caller;
}

/** The responses of a route: one of the declared statuses, with its body and headers. */
export type ResponseOf<Declared extends Route> = {
  [Status in keyof Declared['responses'] & number]: DeclaredResponse<Status, Declared['responses'][Status]>;
}[keyof Declared['responses'] & number];

/**
 * Connects a route to its handler. The handler gets a checked request and `deps`, and returns a response or throws a
 * Problem.
 */
export function implement<const Declared extends Route, Deps, const Given extends ResponseOf<Declared>>(
  route: Declared,
  handle: (request: RequestOf<Declared>, deps: Deps) => Promise<Given>,
): Endpoint<Deps, Declared['method'], Declared['path']> {
  // An accepted request has passed the checks of its route, which is what makes it a request of that type.
  return { route, handle: handle as unknown as Endpoint<Deps>['handle'] };
}

type Parsed<Declared, Part extends string> = Declared extends {
  readonly [part in Part]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : undefined;

type DeclaredResponse<Status, Declaration extends ResponseDeclaration> = {
  readonly status: Status;
  readonly headers?: { readonly [name in keyof Declaration['headers'] | 'Cache-Control']?: string | undefined };
} & DeclaredBody<Declaration>;

type DeclaredBody<Declaration extends ResponseDeclaration> = Declaration extends {
  readonly eventStream: infer Schema extends z.ZodType;
}
  ? { readonly body: AsyncIterable<ServerSentEvent<z.input<Schema>>> }
  : Declaration extends { readonly body: infer Schema extends z.ZodType }
    ? { readonly body: ReadonlyDeep<z.input<Schema>> }
    : Declaration extends { readonly mediaType: string | readonly string[] }
      ? { readonly body: Uint8Array | string }
      : { readonly body?: undefined };

type ReadonlyDeep<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadonlyDeep<Item>[]
  : Value extends object
    ? { readonly [member in keyof Value]: ReadonlyDeep<Value[member]> }
    : Value;
