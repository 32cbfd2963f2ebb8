import { implement } from '@linework/http/implement';
import { getSupplierRoute } from '@linework/schemas/tax-receipts/suppliers.routes';
import { findSupplier } from '@linework/tax-receipts/suppliers/find-supplier';
import type { Deps } from '../deps.ts';

export const getSupplier = implement(getSupplierRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findSupplier(db, { caller, supplierId: params.id }),
}));
