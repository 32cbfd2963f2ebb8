import type { Route } from './define-route.ts';

/**
 * The cost class of a request, by the resource that it uses: `cheap` one connection for a moment, `list` one connection for a search and a count,
 * `batch` one connection and the event loop for many records, `import` one connection until the client has sent all, `document` the PDF thread.
 */
const routeCosts = ['cheap', 'list', 'batch', 'import', 'document'] as const;

export type RouteCost = (typeof routeCosts)[number];

/** Returns the declared cost. By default a streamed body is an import, a paged GET a list, and anything else cheap. */
export function getRouteCost({ cost, stream, method, query }: Route): RouteCost {
  if (cost !== undefined) return cost;
  if (stream !== undefined) return 'import';
  return method === 'get' && query !== undefined && 'limit' in query.shape ? 'list' : 'cheap';
}
