import { isKeyValid } from '@linework/api-keys/is-key-valid';
import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { isSessionOpen } from '@linework/operators/find-session';

/** Whether the caller of a stream that is open may go on reading: the key is valid, or the session of the person has not ended. */
export const isStillAllowed = (db: Pick<Db, 'query'>, caller: Caller): Promise<boolean> =>
  caller.operator ? isSessionOpen(db, caller) : isKeyValid(db, caller);
