import { allProblemCodes, entryOfCode, type ProblemCode } from '@linework/problem-details/codes/problem-codes';
import type { ProblemStatus } from '@linework/problem-details/problems';
import type { Route, RouteProblem } from './define-route.ts';

/** Whether requests of a route may change something. */
export function changesSomething(route: Route): boolean {
  return route.method !== 'get';
}

/** Whether an `Idempotency-Key` makes a request of this route safe to repeat: on all that change something, but for those with a streamed body. */
export function honoursIdempotencyKey(route: Route): boolean {
  return changesSomething(route) && route.stream === undefined;
}

const ofEveryRoute: readonly ProblemCode[] = [
  'validation-error',
  'not-acceptable',
  'unsupported-media-type',
  'unsupported-encoding',
  'internal-server-error',
  'unavailable',
];
// A body is read also where none belongs, to tell its sender.
const ofReadBodies: readonly ProblemCode[] = ['malformed-json', 'body-too-deep', 'body-too-large'];
const ofKeys: readonly ProblemCode[] = ['unauthorized', 'broker-suspended', 'missing-scope', 'rate-limited', 'too-many-in-flight'];
const ofIdempotencyKeys: readonly ProblemCode[] = ['idempotency-in-flight', 'idempotency-key-reused'];
// A request with an `If-Match`.
const ofConditions: readonly ProblemCode[] = ['precondition-failed'];
const ofNamedBrokers: readonly ProblemCode[] = ['other-broker', 'unknown-broker'];

/** The code of every problem that a route may answer: its own, and those that any route of its kind may. A wrong method or an overlong address never reaches a route. */
export function problemsOf(route: Route): readonly ProblemCode[] {
  const implied = [
    ...ofEveryRoute,
    ...(route.stream === undefined ? ofReadBodies : []),
    ...(route.scope === null ? [] : ofKeys),
    ...(honoursIdempotencyKey(route) ? ofIdempotencyKeys : []),
    ...(honoursIdempotencyKey(route) && route.path.includes('{') ? ofConditions : []),
    ...(route.operatorNamesBroker ? ofNamedBrokers : []),
  ];
  return [...new Set([...implied, ...route.problems.flatMap(codesNamedBy)])];
}

const conflicts = allProblemCodes.filter((code) => entryOfCode(code).problem === 'conflict');
const codesNamedBy = (problem: RouteProblem): readonly ProblemCode[] => (problem === 'conflict' ? conflicts : [problem]);

/** The statuses of those problems, each with the codes that have it. A precondition fails only where the route changes a record that has an address. */
export function problemsByStatus(route: Route, { changesRecord }: { readonly changesRecord: boolean }): ReadonlyMap<ProblemStatus, readonly ProblemCode[]> {
  const codes = problemsOf(route).filter((code) => changesRecord || code !== 'precondition-failed');
  const byStatus = Map.groupBy(codes, (code) => entryOfCode(code).status as ProblemStatus);
  return new Map([...byStatus].sort(([one], [other]) => one - other));
}
