import type { Db } from '@linework/db/db';
import { clearUsageRecords } from '@linework/domain/usage/clear-usage-records';

export function clearUsageRecordsHandler(db: Pick<Db, 'query'>) {
  return async (): Promise<void> => {
    await clearUsageRecords(db);
  };
}
