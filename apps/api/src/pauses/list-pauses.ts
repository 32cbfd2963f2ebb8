import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listPauses as readPauses } from '@linework/orders/pauses/list-pauses';
import { listPausesRoute } from '@linework/schemas/pauses/pauses.routes';
import type { Deps } from '../deps.ts';

export const listPauses = implement(listPausesRoute, async ({ query, url }, { db }: Deps) => {
  const { items, meta, pages } = await readPauses(db, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
