import type { Db } from '@linework/db/db';
import { announceLowPools } from '@linework/inventory/pools/announce-low-pools';

export function announceLowPoolsHandler(db: Pick<Db, 'query'>) {
  return async (): Promise<void> => {
    await announceLowPools(db);
  };
}
