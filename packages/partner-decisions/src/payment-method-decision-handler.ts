import { stopCalls } from '@linework/partners/durable-call/schedule-calls';
import { paymentMethodCall, readMethod, recordMethod } from '@linework/payments/methods/due-methods';
import { paymentMethodLifecycle } from '@linework/schemas/lifecycles/payment-method.lifecycle';
import { type DecisionHandler, decidedByOperator } from './decision-handler.ts';

/** A new method becomes ACTIVE or REFUSED. For a removed one, the provider counts as notified. */
export const paymentMethodDecisionHandler: DecisionHandler = {
  call: paymentMethodCall,
  listAllowedStatuses: async (tx, id) => {
    const method = await readMethod(tx, id);
    if (method?.status === 'PENDING') return ['ACTIVE', 'REFUSED'];
    return method && paymentMethodLifecycle.isFinal(method.status) ? ['REMOVED'] : [];
  },
  decide: async (tx, { recordId, decision: { status } }) => {
    const method = await readMethod(tx, recordId);
    if (!method) return false;
    if (status === 'REMOVED') return stopCalls(tx, paymentMethodCall, method);
    return recordMethod(tx, method, {
      status: status as 'ACTIVE' | 'REFUSED',
      ...(status === 'REFUSED' && { reason: decidedByOperator }),
    });
  },
};
