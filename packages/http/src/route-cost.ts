import type { Route, RouteCost } from './define-route.ts';

/** Returns the declared cost. By default a streamed body is an import, a paged GET a list, and anything else cheap. */
export function getRouteCost({ cost, stream, method, query }: Route): RouteCost {
  if (cost !== undefined) return cost;
  if (stream !== undefined) return 'import';
  return method === 'get' && query !== undefined && 'limit' in query.shape ? 'list' : 'cheap';
}
