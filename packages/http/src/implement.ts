import type { Caller } from '@linework/auth/caller';
import type { z } from 'zod';
import type { Method, ResponseDeclaration, Route } from './define-route.ts';
import type { StreamedBody } from './open-stream.ts';

/** A request that has passed every check of its route. */
export interface AcceptedRequest {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  /** Null only where the route needs no key. */
  readonly caller: Caller | null;
  readonly requestId: string;
  /** The caller's `X-Correlation-Id` where something may change, else the request id. */
  readonly correlationId: string;
  /** Only on requests that change something. */
  readonly idempotencyKey: string | undefined;
  /** The tags of `If-Match`, one of which the record that is to be changed must have. */
  readonly ifMatch?: readonly string[] | undefined;
  /** The tags of `If-None-Match`: a record that has one of them is not sent again. */
  readonly ifNoneMatch?: readonly string[] | undefined;
  readonly method: string;
  /** Path and query exactly as they were sent. */
  readonly url: string;
  /** The body exactly as it was sent; empty where there was none. */
  readonly bodyBytes: Buffer;
  /** The body of a route that declares a stream, not read yet. */
  readonly stream: StreamedBody | undefined;
  /** The media type that the answer will have, chosen by `Accept`; undefined where the route answers without a body. */
  readonly mediaType: string | undefined;
}

/** An answer on its way out. Bytes are sent as they are, anything else as JSON unless its media type is another. */
export interface RouteResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

/** A route and what it does. */
export interface Endpoint<Deps, At extends Method = Method, Path extends Route['path'] = Route['path']> {
  readonly route: Route & { readonly method: At; readonly path: Path };
  readonly handle: (request: AcceptedRequest, deps: Deps) => Promise<RouteResponse>;
}

/** The request that a route's handler gets, typed by its declaration. */
export interface RequestOf<Declared extends Route> extends AcceptedRequest {
  readonly params: Parsed<Declared, 'params'>;
  readonly query: Parsed<Declared, 'query'>;
  readonly body: Parsed<Declared, 'body'>;
  readonly stream: Declared extends { readonly stream: readonly (infer MediaType extends string)[] } ? StreamedBody<MediaType> : undefined;
  readonly caller: Declared['scope'] extends null ? null : Caller;
}

/** The answers that a route may give: one of the declared statuses, with the body and headers declared for it. */
export type ResponseOf<Declared extends Route> = {
  [Status in keyof Declared['responses'] & number]: DeclaredResponse<Status, Declared['responses'][Status]>;
}[keyof Declared['responses'] & number];

/** Joins a route to what it does. The handler gets a checked request and whatever it needs of `deps`; it answers or throws a Problem. */
export function implement<const Declared extends Route, Deps, const Given extends ResponseOf<Declared>>(
  route: Declared,
  handle: (request: RequestOf<Declared>, deps: Deps) => Promise<Given>,
): Endpoint<Deps, Declared['method'], Declared['path']> {
  // An accepted request has passed the checks of its route, which is what makes it a request of that type.
  return { route, handle: handle as unknown as Endpoint<Deps>['handle'] };
}

type Parsed<Declared, Part extends string> = Declared extends { readonly [part in Part]: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;

type DeclaredResponse<Status, Declaration extends ResponseDeclaration> = {
  readonly status: Status;
  readonly headers?: { readonly [name in keyof Declaration['headers'] | 'Cache-Control']?: string | undefined };
} & DeclaredBody<Declaration>;

type DeclaredBody<Declaration extends ResponseDeclaration> = Declaration extends { readonly body: infer Schema extends z.ZodType }
  ? { readonly body: ReadonlyDeep<z.input<Schema>> }
  : Declaration extends { readonly mediaType: string | readonly string[] }
    ? { readonly body: Uint8Array | string }
    : { readonly body?: undefined };

type ReadonlyDeep<Value> = Value extends readonly (infer Item)[]
  ? readonly ReadonlyDeep<Item>[]
  : Value extends object
    ? { readonly [member in keyof Value]: ReadonlyDeep<Value[member]> }
    : Value;
