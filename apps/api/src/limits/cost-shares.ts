import type { Caller } from '@linework/auth/caller';
import { isConnectionLost } from '@linework/db/database-away';
import type { Route } from '@linework/http/define-route';
import type { ReleaseShare } from '@linework/http/mount-options';
import { ClientGone } from '@linework/http/open-stream';
import { costOf, type RouteCost } from '@linework/http/route-cost';
import { tooManyInFlight } from '@linework/problem-details/make-problem';
import type { Response } from 'express';
import { createFairGate, type GateLimits } from './fair-gate.ts';
import { ownerOfLimit } from './owner-of-limit.ts';

/** How much of each cost a broker, and all brokers together, may have under way in a process. */
export type CostShares = Readonly<Record<RouteCost, GateLimits>>;

/**
 * The shares for a number of database connections. Cheap requests get more than there are connections: orders that are placed at once are
 * written by one statement. Lists leave most connections free. One batch of a broker runs at a time, since it keeps the event loop busy, too.
 */
export function costSharesFor(connections: number): CostShares {
  const part = (share: number) => Math.max(1, Math.floor(connections * share));
  return {
    cheap: { perOwner: part(3), total: part(6), waitingPerOwner: 200 },
    list: { perOwner: part(0.3), total: Math.max(2, part(0.6)), waitingPerOwner: 50 },
    batch: { perOwner: 1, total: 2, waitingPerOwner: 4 },
    // Nobody waits with an open body: the server would take it for a request that does not arrive.
    import: { perOwner: 1, total: 16, waitingPerOwner: 0 },
    document: { perOwner: 1, total: 4, waitingPerOwner: 8 },
  };
}

/**
 * Makes the function that waits until a broker may do work of this cost, and answers how to give its share back. Raises too-many-in-flight
 * where too many requests of that broker wait already, and `ClientGone` where the client leaves meanwhile. A share that is given back with the
 * error of a database that does not answer fails everybody who waits with it: each would find out for itself only after a time-out of its own.
 */
export function costSharer(shares: CostShares) {
  const gates = Object.fromEntries(Object.entries(shares).map(([cost, limits]) => [cost, createFairGate(limits)]));
  const turnAwayWaiting = (error: unknown) => {
    for (const gate of Object.values(gates)) gate.turnAwayWaiting(error);
  };

  return async (caller: Caller, route: Route, response: Response): Promise<ReleaseShare> => {
    const cost = costOf(route);
    const left = new AbortController();
    const leave = () => left.abort(new ClientGone('The client left before its turn.'));
    response.once('close', leave);
    const { perOwner, waitingPerOwner } = shares[cost];
    const release = await gates[cost]?.enter(ownerOfLimit(caller), left.signal);
    response.off('close', leave);
    if (release === undefined) throw tooManyInFlight(cost, perOwner + waitingPerOwner);
    return (error) => {
      if (isConnectionLost(error)) turnAwayWaiting(error);
      release();
    };
  };
}
