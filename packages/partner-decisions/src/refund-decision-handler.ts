import { readRefund, refundCall } from '@linework/payments/refunds/due-refunds';
import { recordRefund } from '@linework/payments/refunds/record-refund';
import { type DecisionHandler, decidedByOperator } from './decision-handler.ts';

const decidableStatuses = ['COMPLETED', 'FAILED'] as const;

/** The provider has not responded: an operator has checked the provider's accounts for the refund. */
export const refundDecisionHandler: DecisionHandler = {
  call: refundCall,
  listAllowedStatuses: async (tx, id) => ((await readRefund(tx, id))?.status === 'PENDING' ? decidableStatuses : []),
  decide: async (tx, { recordId, decision }) => {
    const refund = await readRefund(tx, recordId);
    if (!refund) return false;
    const status = decision.status as (typeof decidableStatuses)[number];
    return recordRefund(tx, refund, { status, reason: status === 'FAILED' ? decidedByOperator : undefined });
  },
};
