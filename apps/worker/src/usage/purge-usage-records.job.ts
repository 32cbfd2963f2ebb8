import type { Db } from '@linework/db/db';
import { purgeUsageRecords } from '@linework/usage/purge-usage-records';

export function purgeUsageRecordsHandler(db: Pick<Db, 'query'>) {
  return async (): Promise<void> => {
    await purgeUsageRecords(db);
  };
}
