import type { Caller } from '@linework/auth/caller';
import { withBrokerScope } from '@linework/db/broker-scope';

/** Runs the work of a request behind the wall of its caller's broker. An operator's key sees every broker, and has none. */
export const runForCaller = <Result>(caller: Caller | null, work: () => Promise<Result>): Promise<Result> =>
  caller?.brokerId ? withBrokerScope(caller.brokerId, work) : work();
