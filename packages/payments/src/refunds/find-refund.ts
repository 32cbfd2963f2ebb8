import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { printRecord } from '@linework/schemas/print-record';
import { type Refund, refund } from '@linework/schemas/refunds/refund';

export interface RefundTarget {
  readonly caller: Caller;
  readonly refundId: string;
}

/** Returns the refund in its API form. Raises not-found when it does not exist or belongs to another broker. */
export async function findRefund(db: Pick<Db, 'prisma'>, { caller, refundId }: RefundTarget): Promise<Refund> {
  const record = await db.prisma.refund.findFirst({ where: { id: refundId, ...visibleTo(caller) } });
  if (!record) throw notFound(`There is no refund ${refundId}.`);
  return printRecord(refund, record);
}
