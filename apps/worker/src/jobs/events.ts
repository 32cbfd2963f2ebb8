import type { Db } from '@linework/db/db';
import { assignAllEventPositions } from '@linework/events/feed/assign-event-positions';
import { purgeEventPositions } from '@linework/events/feed/purge-event-positions';
import { purgeIdempotencyRecords } from '@linework/idempotency/purge-idempotency-records';

export function assignEventPositionsHandler(db: Pick<Db, 'query'>) {
  return (): Promise<void> => assignAllEventPositions(db);
}

interface PurgeDeps {
  readonly db: Pick<Db, 'query'>;
  /** The default is 90 days. */
  readonly eventRetentionDays?: number | undefined;
}

export function purgeEventPositionsHandler({ db, eventRetentionDays }: PurgeDeps) {
  return async (): Promise<void> => {
    await purgeEventPositions(db, eventRetentionDays);
  };
}

export function purgeIdempotencyRecordsHandler(db: Pick<Db, 'query'>) {
  return async (): Promise<void> => {
    await purgeIdempotencyRecords(db);
  };
}
