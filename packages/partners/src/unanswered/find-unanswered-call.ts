import type { Db } from '@linework/db/db';
import { notFound } from '@linework/problem-details/make-problem';
import { printRecord, type RecordOf } from '@linework/schemas/print-record';
import { type UnansweredCall, unansweredCall } from '@linework/schemas/unanswered-calls/unanswered-call';

/** An unanswered call, also when it has ended. For operators only: it may be of any broker. Raises not-found. */
export async function findUnansweredCall(db: Pick<Db, 'prisma'>, id: string): Promise<UnansweredCall> {
  const found = await db.prisma.unansweredCall.findFirst({ where: { id } });
  if (!found) throw notFound(`There is no unanswered call ${id}.`);
  return printUnansweredCall(found);
}

export type UnansweredCallRecord = Omit<RecordOf<typeof unansweredCall>, 'status'>;

/** An unanswered call as an operator sees it. */
export const printUnansweredCall = (record: UnansweredCallRecord): UnansweredCall =>
  printRecord(unansweredCall, {
    ...record,
    status: record.endedAt ? 'ENDED' : record.stoppedAt ? 'STOPPED' : 'WAITING',
  });
