import { paymentCall, readPayment } from '@linework/payments/due-payments';
import { recordPayment } from '@linework/payments/record-payment';
import { type PaymentStatus, paymentLifecycle } from '@linework/schemas/lifecycles/payment.lifecycle';
import { type DecisionHandler, decidedByOperator } from './decision-handler.ts';

const decidableStatuses = ['CONFIRMED', 'FAILED', 'CANCELED'] as const;

/** The provider has not responded: an operator has checked the provider's accounts. */
export const paymentDecisionHandler: DecisionHandler = {
  call: paymentCall,
  listAllowedStatuses: async (tx, id) => {
    const payment = await readPayment(tx, id);
    return decidableStatuses.filter((status) => payment && paymentLifecycle.canMove(payment.status, status));
  },
  decide: async (tx, { recordId, decision }) => {
    const payment = await readPayment(tx, recordId);
    if (!payment) return false;
    const recorded = await recordPayment(tx, payment, {
      status: decision.status as PaymentStatus,
      reason: decidedByOperator,
    });
    return recorded !== 'fencing-conflict';
  },
};
