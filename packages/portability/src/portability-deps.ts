import type { Db } from '@linework/db/db';
import type { ClearingHouse } from '@linework/partners/clearing-house';
import type { CallDeps } from '@linework/partners/durable-call/make-due-calls';
import type { WakeUp } from '@linework/schemas/jobs';

export interface PortabilityDeps extends CallDeps {
  readonly db: Db;
  readonly notify: (wakeUps: readonly WakeUp[]) => void;
  readonly clearingHouse: ClearingHouse;
}
