import type { Db } from '@linework/db/db';
import { purgeIdempotencyRecords } from '@linework/idempotency/purge-idempotency-records';

export function purgeIdempotencyRecordsHandler(db: Pick<Db, 'query'>) {
  return async (): Promise<void> => {
    await purgeIdempotencyRecords(db);
  };
}
