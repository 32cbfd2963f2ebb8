import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listPortIns as readPortIns } from '@linework/portability/port-ins/list-port-ins';
import { listPortInsRoute } from '@linework/schemas/portability/port-ins.routes';
import type { Deps } from '../deps.ts';

export const listPortIns = implement(listPortInsRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await readPortIns(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
