import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '@linework/auth/caller';
import { isConnectionLost } from '@linework/db/is-database-unavailable';
import type { Route } from '@linework/http/define-route';
import type { ReleaseSlot } from '@linework/http/mount-options';
import { ClientDisconnected } from '@linework/http/open-stream';
import { getRouteCost, type RouteCost } from '@linework/http/route-cost';
import { tooManyInFlight } from '@linework/problem-details/make-problem';
import type { Response } from 'express';
import { trackActiveOwners } from './active-owners.ts';
import { type ConcurrencyLimits, createFairLimiter, type FairLimiter, type Release } from './fair-limiter.ts';
import { getLimitOwner } from './get-limit-owner.ts';

/** How much of each cost a broker, and all brokers together, may have under way in a process. */
export type CostLimits = Readonly<Record<RouteCost, ConcurrencyLimits>>;

/**
 * The shares for a number of database connections. Cheap requests get more than there are connections: orders that are placed at once are
 * written by one statement. Lists leave most connections free, and a broker beside others lists one at a time: two at once on two processors
 * would double what a third waits. One batch of a broker runs at a time, since it keeps the event loop busy, too.
 */
export function costLimitsFor(connections: number): CostLimits {
  const part = (share: number) => Math.max(1, Math.floor(connections * share));
  return {
    cheap: { perOwner: part(3), whileShared: part(3), total: part(6), waitingPerOwner: 200 },
    list: { perOwner: part(0.3), whileShared: 1, total: Math.max(2, part(0.6)), waitingPerOwner: 50 },
    batch: { perOwner: 1, whileShared: 1, total: 2, waitingPerOwner: 4 },
    // Nobody waits with an open body: the server would take it for a request that does not arrive.
    import: { perOwner: 1, whileShared: 1, total: 16, waitingPerOwner: 0 },
    document: { perOwner: 1, whileShared: 1, total: 4, waitingPerOwner: 8 },
  };
}

export interface CostLimiter {
  /**
   * Waits for up to a second while a request of this caller would be turned away, before its body is read: its sender is held up meanwhile by
   * the connection itself. Raises too-many-in-flight if there is no room then, so that who sends long bodies all the time sends few.
   */
  waitForCapacity(caller: Caller, route: Route, response: Response): Promise<void> | undefined;
  /**
   * Waits until the caller may do work of this cost, and answers how to give its share back. Raises too-many-in-flight where too many of its
   * requests wait already, and `ClientGone` where the client leaves meanwhile. A share that is given back with the error of a database that
   * does not answer fails everybody who waits with it: each would find out for itself only after a time-out of its own.
   */
  acquire(caller: Caller, route: Route, response: Response): ReleaseSlot | Promise<ReleaseSlot>;
  /** Does a piece of dear work once the caller has no other under way, if anybody else is there; at once where it is alone. */
  readonly runInTurn: RunInTurn;
}

/** Dear work for a caller: a list, a document, or a piece of a batch or an import. */
export type RunInTurn = <Result>(caller: Caller, work: () => Promise<Result>) => Promise<Result>;

/** Of lists, documents and pieces of batches and imports, an owner beside others has one under way, whatever its kind. */
const oneWhileShared: ConcurrencyLimits = { perOwner: Infinity, whileShared: 1, total: Infinity, waitingPerOwner: Infinity };
const neverAborted = new AbortController().signal;

/** Whether a whole request is one piece of dear work. Batches and imports take their turns themselves, piece by piece. */
const isHeavy = (cost: RouteCost): boolean => cost === 'list' || cost === 'document';

/** Makes what lets the callers of a process do as much at once as their shares allow. */
export function createCostLimiter(costLimits: CostLimits, nowMs?: () => number): CostLimiter {
  const activeOwners = trackActiveOwners(nowMs);
  const createLimiter = (limits: ConcurrencyLimits) => createFairLimiter(limits, activeOwners.isShared);
  const limiters = Object.fromEntries(Object.entries(costLimits).map(([cost, limits]) => [cost, createLimiter(limits)])) as Readonly<
    Record<RouteCost, FairLimiter>
  >;
  const turnLimiter = createLimiter(oneWhileShared);
  const rejectWaiting = (error: unknown) => {
    if (error !== undefined && isConnectionLost(error)) for (const limiter of [turnLimiter, ...Object.values(limiters)]) limiter.rejectWaiting(error);
  };
  const runInTurn: RunInTurn = async (caller, work) => {
    const endTurn = await turnLimiter.acquire(getLimitOwner(caller), neverAborted);
    try {
      return await work();
    } catch (error) {
      rejectWaiting(error);
      throw error;
    } finally {
      endTurn?.();
    }
  };
  const tooManyProblem = (cost: RouteCost) => tooManyInFlight(cost, costLimits[cost].perOwner + costLimits[cost].waitingPerOwner);

  async function wait(owner: string, cost: RouteCost, response: Response): Promise<ReleaseSlot> {
    const left = new AbortController();
    const leave = () => left.abort(new ClientDisconnected('The client left before its turn.'));
    response.once('close', leave);
    const release = await limiters[cost].acquire(owner, left.signal);
    if (release === undefined) throw tooManyProblem(cost);
    const endTurn = isHeavy(cost) ? await turnLimiter.acquire(owner, left.signal)?.catch(releaseAndThrow(release)) : undefined;
    response.off('close', leave);
    return (error) => {
      rejectWaiting(error);
      endTurn?.();
      release();
    };
  }

  return {
    waitForCapacity(caller, route, response) {
      const [owner, cost] = [getLimitOwner(caller), getRouteCost(route)];
      activeOwners.record(owner);
      return limiters[cost].isFull(owner) ? waitUntilCapacity(() => !limiters[cost].isFull(owner), response, tooManyProblem(cost)) : undefined;
    },
    acquire(caller, route, response) {
      const cost = getRouteCost(route);
      // Most requests find room, and need nothing of what those that wait do.
      const release = isHeavy(cost) ? undefined : limiters[cost].tryAcquire(getLimitOwner(caller));
      if (release === undefined) return wait(getLimitOwner(caller), cost, response);
      return (error) => {
        rejectWaiting(error);
        release();
      };
    },
    runInTurn,
  };
}

const capacityTimeoutMs = 1_000;
const pollMs = 50;

async function waitUntilCapacity(hasCapacity: () => boolean, response: Response, problem: Error): Promise<void> {
  const untilMs = performance.now() + capacityTimeoutMs;
  while (!hasCapacity()) {
    if (response.closed) throw new ClientDisconnected('The client left before there was room.');
    if (performance.now() > untilMs) throw problem;
    await sleep(pollMs);
  }
}

const releaseAndThrow = (release: Release) => (error: unknown) => {
  release();
  throw error;
};
