import { paymentMethodLifecycle } from '@linework/schemas/payment-methods/payment-method.lifecycle';
import { readMethod, recordMethod, settleMethod } from '../payment-methods/due-methods.ts';
import { type Decider, decidedByOperator } from './decider.ts';

/** A new method becomes ACTIVE or REFUSED. Of a removed one the provider counts as told. */
export const paymentMethodDecider: Decider = {
  table: 'payment_method',
  possible: async (tx, id) => {
    const method = await readMethod(tx, id);
    if (method?.status === 'PENDING') return ['ACTIVE', 'REFUSED'];
    return method && paymentMethodLifecycle.isFinal(method.status) ? ['REMOVED'] : [];
  },
  decide: async (tx, { recordId, decision: { status } }) => {
    const method = await readMethod(tx, recordId);
    if (!method) return false;
    if (status === 'REMOVED') return settleMethod(tx, method);
    return recordMethod(tx, method, { status: status as 'ACTIVE' | 'REFUSED', ...(status === 'REFUSED' && { reason: decidedByOperator }) });
  },
};
