import { implement } from '@linework/http/implement';
import { createSupplierRoute } from '@linework/schemas/tax-receipts/suppliers.routes';
import { createSupplier as create } from '@linework/tax-receipts/suppliers/create-supplier';
import type { Deps } from '../deps.ts';

export const createSupplier = implement(createSupplierRoute, async ({ body, caller }, { db }: Deps) => {
  const supplier = await create(db, { caller, ...body });
  return { status: 201, body: supplier, headers: { Location: `/suppliers/${supplier.id}` } };
});
