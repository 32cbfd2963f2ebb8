import type { Scope } from '@linework/auth/scopes';
import type { ProblemCode } from '@linework/problem-details/codes/problem-codes';
import { z } from 'zod';

/**
 * The cost class of a request, by the resource that it uses: `cheap` one connection for a moment, `list` one connection
 * for a search and a count, `batch` one connection and the event loop for many records, `import` one connection until
 * the client has sent all, `document` the PDF thread, `partner` the time of another program that the handler calls,
 * `replay` one connection for a search of the feed and up to 10,000 rows, or for an export.
 */
export type RouteCost = 'cheap' | 'list' | 'batch' | 'import' | 'document' | 'partner' | 'replay';

/** The systems that requests call. The catalogue, the orders and the registry of ranges may be
 * in the database of this program. */
export type CalledSystem = 'tax-authority' | 'catalog' | 'orders' | 'range-registry';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The response of a route with one status. */
export interface ResponseDeclaration {
  readonly description: string;
  /** The schema of a JSON response. Without it and without a media type the response has no body. */
  readonly body?: z.ZodType;
  /**
   * The media types of the response; JSON by default. Without `body` the handler returns the bytes or the text in one
   * of these types.
   */
  readonly mediaType?: string | readonly string[];
  /**
   * The response is a stream of server-sent events, each with data of this schema, instead of `body`. The handler
   * returns them as an async iterable. The request may have `Last-Event-ID`.
   */
  readonly eventStream?: z.ZodType;
  /** The body has `items` and is also sent as CSV, as every list with pages is. */
  readonly isTable?: boolean;
  /** The headers that the handler may set, each with its description. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The declaration of one operation. Validation, the scope check, the OpenAPI document and the client are derived from
 * it.
 */
export interface Route {
  /** Verb and noun, unique; also the operation id in the OpenAPI document. */
  readonly name: string;
  readonly method: Method;
  /** With path parameters in braces: `/lines/{id}/block`. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  /** More information than the summary, in whole sentences. */
  readonly description: string;
  /** The scope that the caller's key needs; null if no key is needed. */
  readonly scope: Scope | null;
  /** Strict objects: unknown members are errors of the request. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** A broker's key implies the broker. An operator's key has no broker, so the body must have a `brokerId`. */
  readonly requiresBrokerFromOperator?: true;
  /** The maximum length of the body, if the default is too small. */
  readonly bodyLimitBytes?: number;
  /**
   * The media types of a body of any length, instead of `body`: the handler reads it as a stream. Such a request cannot
   * be compared with an earlier one, so an `Idempotency-Key` is not supported.
   */
  readonly stream?: readonly [string, ...string[]];
  /**
   * The handler needs more than one transaction, because it calls a partner and records the intended call before, or
   * because it runs long. With an `Idempotency-Key` the response is stored after the work and not in its transaction.
   * The handler must therefore be safe to repeat, and return the same response again.
   */
  readonly hasSeveralTransactions?: boolean;
  /**
   * The `attributes` of the body may contain secrets. Nothing from which they could be guessed is stored with an
   * `Idempotency-Key`.
   */
  readonly hasSecrets?: true;
  /**
   * The member of the response that is shown once and never stored: a response that an Idempotency-Key replays does not
   * have it.
   */
  readonly shownOnce?: string;
  /** The cost of a request, if it differs from the default. */
  readonly cost?: RouteCost;
  /** The system that the handler calls. Where it is another program, the cost of the route is `partner`. */
  readonly calls?: CalledSystem;
  readonly responses: Readonly<Record<number, ResponseDeclaration>>;
  /**
   * The codes of the problems that the handler throws. `route-problems.ts` adds those that every route of its kind may
   * return.
   */
  readonly problems: readonly ProblemCode[];
  /**
   * For each status the members that a problem of this route has in addition to those of every problem. `errors` with
   * additional members replace the usual ones.
   */
  readonly problemMembers?: Readonly<Record<number, z.ZodObject>>;
}

/** Defines an operation and infers its type. Throws if its parts contradict each other. */
export function defineRoute<const Declared extends Route>(route: Declared): Declared {
  const pathParameters = parameterNames(route.path).toSorted().join();
  const declared = Object.keys(route.params?.shape ?? {})
    .toSorted()
    .join();
  if (pathParameters !== declared)
    throw new Error(`${route.name}: its path has the parameters (${pathParameters}), but its params are (${declared})`);
  if (![route.params, route.query, route.body].every(rejectsUnknownMembers)) {
    throw new Error(
      `${route.name}: define params, query and body with z.strictObject, so that unknown members are errors`,
    );
  }
  if (route.stream && (route.body || route.method === 'get'))
    throw new Error(`${route.name}: a route with a streamed body can have no other body and cannot be a GET`);
  return route;
}

/** The parameter names of a path, in their order. */
export function parameterNames(path: string): readonly string[] {
  return [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name ?? '');
}

function rejectsUnknownMembers(schema: z.ZodType | undefined): boolean {
  return !(schema instanceof z.ZodObject) || schema.def.catchall instanceof z.ZodNever;
}
