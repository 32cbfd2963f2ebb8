import { readKeyState } from '@linework/api-keys/read-key-state';
import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { isSessionOpen } from '@linework/operators/find-session';
import { brokerSuspended, notSignedIn, unauthorized } from '@linework/problem-details/make-problem';
import type { Problem } from '@linework/problem-details/problem';

/** A request that waits, a stream and an export end this long after the key or the session has ended. */
export const recheckMs = 3_000;

/**
 * Raises the problem that a new request would get, for a request that waits: its key has ended, its broker is
 * suspended, or the session of the person has ended.
 */
export async function assertStillAllowed(db: Pick<Db, 'query'>, caller: Caller): Promise<void> {
  const problem = await findRefusal(db, caller);
  if (problem !== undefined) throw problem;
}

/** The same for a stream, which can only end. */
export const isStillAllowed = async (db: Pick<Db, 'query'>, caller: Caller): Promise<boolean> =>
  (await findRefusal(db, caller)) === undefined;

async function findRefusal(db: Pick<Db, 'query'>, caller: Caller): Promise<Problem | undefined> {
  if (caller.operator) return (await isSessionOpen(db, caller)) ? undefined : notSignedIn();
  const state = await readKeyState(db, caller);
  if (state === 'suspended') return brokerSuspended();
  return state === 'ended' ? unauthorized() : undefined;
}
