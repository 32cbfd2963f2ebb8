import type { Caller } from '@linework/auth/caller';
import type { Request, Response } from 'express';
import type { Route } from '../define-route.ts';
import type { AcceptedRequest, RouteResponse } from '../implement.ts';

/** The condition of an `If-Match` request. */
export interface Precondition<Deps> {
  /** The route that returns the record. */
  readonly record: Route;
  /** The path parameters of that route. */
  readonly params: Readonly<Record<string, string>>;
  /**
   * Throws 412 if the record has changed, or the error of reading it. Lock the record before, or the check is not safe.
   */
  readonly check: (deps: Deps) => Promise<void>;
}

/**
 * Wraps the handler of every request that may change something. It may return a response without calling `next`, or
 * call it with other `deps`.
 */
export type Interceptor<Deps> = (call: {
  readonly route: Route;
  readonly request: AcceptedRequest;
  readonly deps: Deps;
  readonly next: (deps: Deps) => Promise<RouteResponse>;
  /** Must be checked before `next`, in the same transaction; undefined without an `If-Match`. */
  readonly precondition?: Precondition<Deps> | undefined;
}) => Promise<RouteResponse>;

/** A request after its response was sent or its client disconnected. */
export interface CompletedRequest {
  readonly request: Request;
  readonly response: Response;
  readonly requestId: string;
  /** Undefined if no route matched. */
  readonly route: Route | undefined;
  readonly caller: Caller | undefined;
  /** The trace of the request; null while tracing is off. */
  readonly trace: string | null;
  readonly durationMs: number;
}

/** The limits of a caller. Each check throws a problem if its limit is exceeded. */
interface Limits {
  /** Counts a request with a valid key before its scope is checked, so that forbidden requests count too. */
  readonly countRequest?: (caller: Caller, response: Response) => void;
  /** Counts an allowed request from before its body is read until its response closes. */
  readonly countInFlight?: (caller: Caller, response: Response) => void;
  /**
   * Runs before the body of an allowed request is read. If the queue of the limit is full, it waits a moment and then
   * rejects the request.
   */
  readonly waitForCapacity?: (caller: Caller, route: Route, response: Response) => Promise<void> | undefined;
  /** Waits until the handler may start, after the body was read. */
  readonly acquireSlot?: (caller: Caller, route: Route, response: Response) => ReleaseSlot | Promise<ReleaseSlot>;
}

/** Called when the handler ends, with its error if there is one. */
export type ReleaseSlot = (error?: unknown) => void;

export interface MountOptions<Deps> {
  readonly deps: Deps;
  /** Finds the caller of a key; throws `unauthorized()` if the key is not valid. */
  readonly authenticate: (key: string, request: Request) => Caller | Promise<Caller>;
  /** Reads the key of a request, or throws a problem. By default it is in the header `X-API-Key`. */
  readonly readCredential?: (request: Request) => string;
  /** A check in place of that of the scope; throws a problem if the caller may not use the route. */
  readonly authorize?: (caller: Caller, route: Route) => void;
  readonly limits?: Limits;
  readonly interceptor?: Interceptor<Deps>;
  /** Describes why a well-formed `Idempotency-Key` is rejected; undefined if it is accepted. */
  readonly validateIdempotencyKey?: (key: string) => string | undefined;
  /** The base URL of the problem types. */
  readonly errorsBase: string;
  /** For tests: a response or a problem that its route does not declare becomes a 500. */
  readonly checkResponses?: boolean;
  /** Receives every error that is not a problem. The client gets a 500 without details. */
  readonly onError: (
    error: unknown,
    context: { readonly requestId: string; readonly route: Route | undefined },
  ) => void;
  readonly onCompleted?: (completed: CompletedRequest) => void;
}
