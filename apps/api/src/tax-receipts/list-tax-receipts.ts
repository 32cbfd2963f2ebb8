import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listTaxReceiptsRoute } from '@linework/schemas/tax-receipts/tax-receipts.routes';
import { listReceipts } from '@linework/tax-receipts/list-receipts';
import type { Deps } from '../deps.ts';

export const listTaxReceipts = implement(listTaxReceiptsRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await listReceipts(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
