import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listRanges as readRanges } from '@linework/inventory/ranges/list-ranges';
import { listRangesRoute } from '@linework/schemas/inventory/ranges/ranges.routes';
import type { Deps } from '../../deps.ts';

export const listRanges = implement(listRangesRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await readRanges(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
