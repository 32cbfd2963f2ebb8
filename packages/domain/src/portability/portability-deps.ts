import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import type { Ring } from '../orders/advance-order.ts';
import type { ClearingHouse } from '../partners/clearing-house.ts';

export interface PortabilityDeps {
  readonly db: Db;
  readonly log: Log;
  readonly ring: (rings: readonly Ring[]) => void;
  readonly clearingHouse: ClearingHouse;
  /** The age at which calls without an answer stop; a day unless told otherwise. */
  readonly answerLimitMs?: number | undefined;
}
