import { getCodeEntry, type ProblemCode } from '@linework/problem-details/codes/problem-codes';
import type { ProblemStatus } from '@linework/problem-details/codes/problems';
import type { Route } from './define-route.ts';

/** Whether requests of a route may change something. */
export function isMutation(route: Route): boolean {
  return route.method !== 'get';
}

/**
 * Whether the route supports an `Idempotency-Key`: all routes that change something, except those with a streamed body.
 */
export function acceptsIdempotencyKey(route: Route): boolean {
  return isMutation(route) && route.stream === undefined;
}

const commonProblems: readonly ProblemCode[] = [
  'validation-error',
  'not-acceptable',
  'unsupported-media-type',
  'unsupported-encoding',
  'internal-server-error',
  'unavailable',
];
// A body is also read if the route declares none, so that the error can be reported.
const bodyProblems: readonly ProblemCode[] = ['malformed-json', 'body-too-deep', 'body-too-large'];
const authenticationProblems: readonly ProblemCode[] = [
  'unauthorized',
  'broker-suspended',
  'address-not-allowed',
  'missing-scope',
  'rate-limited',
  'too-many-in-flight',
];
const idempotencyProblems: readonly ProblemCode[] = ['idempotency-in-flight', 'idempotency-key-reused'];
// A request with an `If-Match`.
const preconditionProblems: readonly ProblemCode[] = ['precondition-failed'];
const brokerProblems: readonly ProblemCode[] = ['other-broker', 'unknown-broker'];

/**
 * Lists the codes of all problems of a route: those that it declares, and those of every route of its kind. A wrong
 * method or a too long URL never reaches a route.
 */
export function listRouteProblems(route: Route): readonly ProblemCode[] {
  const implied = [
    ...commonProblems,
    ...(route.stream === undefined ? bodyProblems : []),
    ...(route.scope === null ? [] : authenticationProblems),
    ...(acceptsIdempotencyKey(route) ? idempotencyProblems : []),
    ...(acceptsIdempotencyKey(route) && route.path.includes('{') ? preconditionProblems : []),
    ...(route.requiresBrokerFromOperator ? brokerProblems : []),
  ];
  return [...new Set([...implied, ...route.problems])];
}

/** Groups these codes by status. 412 is possible only if the route changes a record that has a path. */
export function problemsByStatus(
  route: Route,
  { changesRecord }: { readonly changesRecord: boolean },
): ReadonlyMap<ProblemStatus, readonly ProblemCode[]> {
  const codes = listRouteProblems(route).filter((code) => changesRecord || code !== 'precondition-failed');
  const byStatus = Map.groupBy(codes, (code) => getCodeEntry(code).status as ProblemStatus);
  return new Map([...byStatus].sort(([one], [other]) => one - other));
}
