import { implement } from '@linework/http/implement';
import { createRefund as create } from '@linework/payments/refunds/create-refund';
import { createRefundRoute } from '@linework/schemas/refunds/refunds.routes';
import type { Deps } from '../deps.ts';

export const createRefund = implement(createRefundRoute, async ({ params, body, caller }, { db }: Deps) => {
  const refund = await create(db, { caller, paymentId: params.id, ...body });
  return { status: 202, body: refund, headers: { Location: `/refunds/${refund.id}` } };
});
