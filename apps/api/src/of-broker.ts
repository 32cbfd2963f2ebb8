import type { Caller } from '@linework/auth/caller';
import { withinBroker } from '@linework/db/broker-wall';

/** Runs the work of a request behind the wall of its caller's broker. An operator's key sees every broker, and has none. */
export const ofBroker = <Result>(caller: Caller | null, work: () => Promise<Result>): Promise<Result> =>
  caller?.brokerId ? withinBroker(caller.brokerId, work) : work();
