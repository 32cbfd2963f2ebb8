import { implement } from '@linework/http/implement';
import { changeSupplierRoute } from '@linework/schemas/tax-receipts/suppliers.routes';
import { changeSupplier as change } from '@linework/tax-receipts/suppliers/change-supplier';
import type { Deps } from '../deps.ts';

export const changeSupplier = implement(changeSupplierRoute, async ({ params, body, caller }, { db }: Deps) => ({
  status: 200,
  body: await change(db, { caller, supplierId: params.id, ...body }),
}));
