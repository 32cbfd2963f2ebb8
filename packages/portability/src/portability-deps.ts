import type { Db } from '@linework/db/db';
import type { WakeUp } from '@linework/engine/execution/advance-order';
import type { Log } from '@linework/log/log';
import type { ClearingHouse } from '@linework/partners/clearing-house';

export interface PortabilityDeps {
  readonly db: Db;
  readonly log: Log;
  readonly notify: (wakeUps: readonly WakeUp[]) => void;
  readonly clearingHouse: ClearingHouse;
  /** The age at which calls without a response stop; a day by default. */
  readonly responseLimitMs?: number | undefined;
}
