import { cancelBulkOperation, pauseBulkOperation } from '@linework/lines/bulk-operations/cancel-bulk-operation';
import { createBulkOperation } from '@linework/lines/bulk-operations/create-bulk-operation';
import { anActiveLine } from '@linework/testing/a-line';
import { aCallerOf } from '@linework/testing/callers';
import type { TestApi } from '../support/test-api.ts';

/** Bulk operations of a broker: one that runs, one that is being cancelled, and one that is paused. */
export async function aBulkOperationOfEachKind({ db }: TestApi, brokerId: string): Promise<readonly string[]> {
  const caller = aCallerOf({ id: brokerId });
  const { id: lineId } = await anActiveLine(db, { brokerId });
  const create = () =>
    createBulkOperation(db, {
      caller,
      operation: 'block',
      lines: { lineIds: [lineId] },
      correlationId: 'a bulk operation',
    });
  const [running, cancelled, paused] = [await create(), await create(), await create()];
  await cancelBulkOperation(db, { caller, bulkId: cancelled.id });
  await pauseBulkOperation(db, { caller, bulkId: paused.id });
  return [running.id, cancelled.id, paused.id];
}
