import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listPortOuts as readPortOuts } from '@linework/portability/port-outs/list-port-outs';
import { listPortOutsRoute } from '@linework/schemas/portability/port-outs.routes';
import type { Deps } from '../deps.ts';

export const listPortOuts = implement(listPortOutsRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await readPortOuts(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
