import { type ProblemName, type ProblemStatus, problems } from '@linework/problem-details/problems';
import type { Route } from './define-route.ts';

/** Whether requests of a route may change something. */
export function changesSomething(route: Route): boolean {
  return route.method !== 'get';
}

/** Whether an `Idempotency-Key` makes a request of this route safe to repeat: on all that change something, but for those with a streamed body. */
export function honoursIdempotencyKey(route: Route): boolean {
  return changesSomething(route) && route.stream === undefined;
}

/** Every problem that a route may answer: its own, and those that any route of its kind may. */
export function problemsOf(route: Route): readonly ProblemName[] {
  const implied: ProblemName[] = ['validation-error', 'not-acceptable', 'internal-server-error'];
  if (route.scope !== null) implied.push('unauthorized', 'forbidden');
  // A request whose Idempotency-Key is that of one still running.
  if (honoursIdempotencyKey(route)) implied.push('conflict');
  return [...new Set([...implied, ...route.problems])];
}

/** The statuses of those problems that are worth a place in the document, each with the problems that have it. */
export function problemsByStatus(route: Route): ReadonlyMap<ProblemStatus, readonly ProblemName[]> {
  const byStatus = new Map<ProblemStatus, ProblemName[]>();
  for (const name of problemsOf(route)) {
    for (const status of statusesOf(name, route)) byStatus.set(status, [...(byStatus.get(status) ?? []), name]);
  }
  return new Map([...byStatus].sort(([one], [other]) => one - other));
}

/** A wrong method or an overlong address never reaches a route. A body is read also where none belongs, to tell its sender. */
function statusesOf(name: ProblemName, route: Route): readonly ProblemStatus[] {
  if (name !== 'validation-error') return problems[name].statuses;
  if (route.stream) return [400, 415, 422];
  return changesSomething(route) ? [400, 413, 415, 422] : [400, 413, 415];
}
