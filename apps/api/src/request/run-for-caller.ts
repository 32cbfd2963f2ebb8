import type { Caller } from '@linework/auth/caller';
import { withBrokerScope, withOwner } from '@linework/db/broker-scope';
import { getLimitOwner } from '../limits/get-limit-owner.ts';

/**
 * Runs the handler of a request limited to the rows of the caller's broker. An operator's key has no broker and sees
 * all rows.
 */
export function runForCaller<Result>(caller: Caller | null, work: () => Promise<Result>): Promise<Result> {
  if (caller === null) return work();
  return caller.brokerId === null ? withOwner(getLimitOwner(caller), work) : withBrokerScope(caller.brokerId, work);
}
