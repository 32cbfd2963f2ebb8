import type { Caller } from '@linework/auth/caller';
import { withBrokerScope } from '@linework/db/broker-scope';

/** Runs the handler of a request limited to the rows of the caller's broker. An operator's key has no broker and sees all rows. */
export const runForCaller = <Result>(caller: Caller | null, work: () => Promise<Result>): Promise<Result> =>
  caller?.brokerId ? withBrokerScope(caller.brokerId, work) : work();
