import { implement } from '@linework/http/implement';
import { findRefund } from '@linework/payments/refunds/find-refund';
import { getRefundRoute } from '@linework/schemas/refunds/refunds.routes';
import type { Deps } from '../deps.ts';

export const getRefund = implement(getRefundRoute, async ({ params, caller }, { db }: Deps) => ({
  status: 200,
  body: await findRefund(db, { caller, refundId: params.id }),
}));
