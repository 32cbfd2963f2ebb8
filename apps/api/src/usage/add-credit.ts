import { implement } from '@linework/http/implement';
import { addCreditRoute } from '@linework/schemas/usage/usage.routes';
import { addCredit as add } from '@linework/usage/add-credit';
import type { Deps } from '../deps.ts';

export const addCredit = implement(addCreditRoute, async ({ params, body, caller }, { db }: Deps) => {
  const credit = await add(db, { caller, ...params, ...body });
  return {
    status: 201,
    body: credit,
    headers: { Location: `/lines/${credit.lineId}/products/${credit.productId}/balances` },
  };
});
