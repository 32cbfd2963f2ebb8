import type { Db } from '@linework/db/db';
import { purgeEventPositions } from '@linework/events/feed/purge-event-positions';

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
