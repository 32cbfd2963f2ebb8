import type { Caller } from '@linework/auth/caller';
import type { Request, Response } from 'express';
import type { Route } from './define-route.ts';
import type { AcceptedRequest, RouteResponse } from './implement.ts';

/** What has to hold before a request does its work. */
export interface Precondition<Deps> {
  /** The route that answers the record. */
  readonly record: Route;
  /** The path parameters of that route. */
  readonly params: Readonly<Record<string, string>>;
  /** Throws 412 where the record has changed, and what reading it throws. It proves something only while the record is locked. */
  readonly check: (deps: Deps) => Promise<void>;
}

/** What wraps the handler of every request that may change something. It may answer without `run`, or run with other `deps`. */
export type Interceptor<Deps> = (call: {
  readonly route: Route;
  readonly request: AcceptedRequest;
  readonly deps: Deps;
  readonly next: (deps: Deps) => Promise<RouteResponse>;
  /** To be checked before `run`, in the transaction of its work; absent where the request has no `If-Match`. */
  readonly precondition?: Precondition<Deps> | undefined;
}) => Promise<RouteResponse>;

/** What is known of a request once its answer is out or its client gone. */
export interface CompletedRequest {
  readonly request: Request;
  readonly response: Response;
  readonly requestId: string;
  /** Undefined where no route was found. */
  readonly route: Route | undefined;
  readonly caller: Caller | undefined;
  readonly durationMs: number;
}

/** What a caller may use. Each check throws a problem if that is exceeded. */
interface Limits {
  /** Counts a request of a known key, before its scope is checked: a request that is not allowed counts as well. */
  readonly countRequest?: (caller: Caller, response: Response) => void;
  /** Counts a request that is allowed, before its body is read, until its response closes. */
  readonly countInFlight?: (caller: Caller, response: Response) => void;
  /** Counts a request that is allowed. Where its work could not even wait, it waits itself for a moment before its body is read, and is refused then. */
  readonly waitForCapacity?: (caller: Caller, route: Route, response: Response) => Promise<void> | undefined;
  /** Waits until the work of the request may begin, which is after its body was read. */
  readonly acquireSlot?: (caller: Caller, route: Route, response: Response) => ReleaseSlot | Promise<ReleaseSlot>;
}

/** Called once the work has ended, with the error that ended it where there is one. */
export type ReleaseSlot = (error?: unknown) => void;

export interface MountOptions<Deps> {
  readonly deps: Deps;
  /** Who sent the key; throws `unauthorized()` where nobody may have. */
  readonly authenticate: (key: string, request: Request) => Caller | Promise<Caller>;
  readonly limits?: Limits;
  readonly interceptor?: Interceptor<Deps>;
  /** What is wrong with an `Idempotency-Key` in good form; undefined where nothing is. */
  readonly validateIdempotencyKey?: (key: string) => string | undefined;
  /** The common address of the problem types. */
  readonly errorsBase: string;
  /** In tests: an answer or a problem that its route does not declare becomes a defect. */
  readonly checkResponses?: boolean;
  /** Gets every error that is no problem, which the client sees as a bare 500. */
  readonly onError: (error: unknown, context: { readonly requestId: string; readonly route: Route | undefined }) => void;
  readonly onCompleted?: (completed: CompletedRequest) => void;
}
