import { listHolders as readHolders } from '@linework/holders/list-holders';
import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listHoldersRoute } from '@linework/schemas/holders/holders.routes';
import type { Deps } from '../deps.ts';

export const listHolders = implement(listHoldersRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await readHolders(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
