import { implement } from '@linework/http/implement';
import { buildLinkHeader } from '@linework/http/link-header';
import { listSuppliersRoute } from '@linework/schemas/tax-receipts/suppliers.routes';
import { listSuppliers as readSuppliers } from '@linework/tax-receipts/suppliers/list-suppliers';
import type { Deps } from '../deps.ts';

export const listSuppliers = implement(listSuppliersRoute, async ({ query, caller, url }, { db }: Deps) => {
  const { items, meta, pages } = await readSuppliers(db, caller, query);
  return { status: 200, body: { items, meta }, headers: { Link: buildLinkHeader(url, pages) } };
});
