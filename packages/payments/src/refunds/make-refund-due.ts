import type { Db } from '@linework/db/db';
import { makeCallDue } from '@linework/partners/durable-call/schedule-calls';
import { refundCall } from './due-refunds.ts';
import type { RefundTarget } from './find-refund.ts';

/** Makes a PENDING refund due for polling at once. Does nothing for any other refund. */
export async function makeRefundDue(db: Pick<Db, 'query'>, { caller, refundId }: RefundTarget): Promise<void> {
  await makeCallDue(db, refundCall, { id: refundId, brokerId: caller.brokerId, statuses: ['PENDING'] });
}
