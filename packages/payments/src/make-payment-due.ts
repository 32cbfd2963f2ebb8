import type { Db } from '@linework/db/db';
import { makeCallDue } from '@linework/partners/durable-call/schedule-calls';
import { paymentLifecycle } from '@linework/schemas/lifecycles/payment.lifecycle';
import { paymentCall } from './due-payments.ts';
import type { PaymentTarget } from './find-payment.ts';

const openStatuses = paymentLifecycle.statuses.filter((status) => !paymentLifecycle.isFinal(status));

/**
 * Makes a payment due for polling at once if its status can still change. Settled payments count, because they may have
 * been reversed. Does nothing for any other payment.
 */
export async function makePaymentDue(db: Pick<Db, 'query'>, { caller, paymentId }: PaymentTarget): Promise<void> {
  await makeCallDue(db, paymentCall, { id: paymentId, brokerId: caller.brokerId, statuses: openStatuses });
}
