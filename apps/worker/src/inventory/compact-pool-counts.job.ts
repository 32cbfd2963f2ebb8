import type { Db } from '@linework/db/db';
import { compactPoolCounts } from '@linework/inventory/pools/compact-pool-counts';

export function compactPoolCountsHandler(db: Pick<Db, 'query'>) {
  return async (): Promise<void> => {
    await compactPoolCounts(db);
  };
}
