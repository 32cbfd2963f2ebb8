import type { Route } from './define-route.ts';

/**
 * How dear the work of a request is, by what it keeps busy: `cheap` one connection for a moment, `list` one that may search and count,
 * `batch` one and the event loop for many records, `import` one for as long as its sender takes, `document` a thread that draws.
 */
const routeCosts = ['cheap', 'list', 'batch', 'import', 'document'] as const;

export type RouteCost = (typeof routeCosts)[number];

/** The declared cost. Otherwise a streamed body is an import, a GET in pages a list, and anything else cheap. */
export function getRouteCost({ cost, stream, method, query }: Route): RouteCost {
  if (cost !== undefined) return cost;
  if (stream !== undefined) return 'import';
  return method === 'get' && query !== undefined && 'limit' in query.shape ? 'list' : 'cheap';
}
