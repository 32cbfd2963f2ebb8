import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listRefunds as readRefunds } from '@linework/payments/refunds/list-refunds';
import { listRefundsRoute } from '@linework/schemas/refunds/refunds.routes';
import type { Deps } from '../deps.ts';

export const listRefunds = implement(listRefundsRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await readRefunds(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
