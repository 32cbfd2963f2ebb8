import type { Endpoint } from '@linework/http/implement';
import { isPagedEnvelope } from '@linework/http/paged-envelope';
import type { Deps } from '../request/deps.ts';

/** What a page of the console sends that shows its rows before it knows how many there are. */
const withoutTotal = 'count=none';

/**
 * Leaves the total out of a page of a list whose request has `Prefer: count=none`: to count 1,000,000 rows takes longer
 * than to read 100 of them.
 */
export function pageWithoutTotal({ route, handle }: Endpoint<Deps>): Endpoint<Deps> {
  if (!isPagedEnvelope(route.responses[200]?.body)) return { route, handle };
  return {
    route,
    async handle(request, deps) {
      const { prefer, query } = request;
      if (prefer !== withoutTotal || typeof query !== 'object') return handle(request, deps);
      const response = await handle({ ...request, query: { ...query, withoutTotal: true } }, deps);
      return { ...response, body: leaveTotalOut(response.body) };
    },
  };
}

function leaveTotalOut(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('meta' in body)) return body;
  const { total: _total, totalPages: _totalPages, ...meta } = body.meta as Readonly<Record<string, unknown>>;
  return { ...body, meta };
}
