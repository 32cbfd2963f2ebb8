import type { CalledSystem, Route, RouteCost } from './define-route.ts';

/**
 * Returns the cost of a route where these systems are other programs. By default a streamed body is an import, a paged
 * GET a list, and anything else cheap.
 */
export function getRouteCost(
  { cost, calls, stream, method, query }: Route,
  calledSystems: readonly CalledSystem[],
): RouteCost {
  if (calls !== undefined && calledSystems.includes(calls)) return 'partner';
  if (cost !== undefined) return cost;
  if (stream !== undefined) return 'import';
  return method === 'get' && query !== undefined && 'limit' in query.shape ? 'list' : 'cheap';
}
