import { type PaymentStatus, paymentLifecycle } from '@linework/schemas/payments/payment.lifecycle';
import { readPayment } from '../payments/due-payments.ts';
import { recordPayment } from '../payments/record-payment.ts';
import { type Decider, decidedByOperator } from './decider.ts';

const decidable = ['CONFIRMED', 'FAILED', 'CANCELED'] as const;

/** The provider's word is missing: an operator has seen its books. */
export const paymentDecider: Decider = {
  table: 'payment',
  possible: async (tx, id) => {
    const payment = await readPayment(tx, id);
    return decidable.filter((status) => payment && paymentLifecycle.mayMove(payment.status, status));
  },
  decide: async (tx, { recordId, decision }) => {
    const payment = await readPayment(tx, recordId);
    if (!payment) return false;
    const recorded = await recordPayment(tx, payment, { status: decision.status as PaymentStatus, reason: decidedByOperator });
    return recorded !== 'overtaken';
  },
};
