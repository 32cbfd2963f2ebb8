import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '@linework/auth/caller';
import {
  type ConcurrencyLimits,
  createFairLimiter,
  type FairLimiter,
  type Release,
} from '@linework/batching/fair-limiter';
import { isConnectionLost } from '@linework/db/is-database-unavailable';
import type { CalledSystem, Route, RouteCost } from '@linework/http/define-route';
import { ClientDisconnected } from '@linework/http/open-stream';
import { getRouteCost } from '@linework/http/route-cost';
import type { ReleaseSlot } from '@linework/http/routing/mount-options';
import { databaseUnavailable, tooManyInFlight } from '@linework/problem-details/make-problem';
import { Problem } from '@linework/problem-details/problem';
import type { Response } from 'express';
import { trackActiveOwners } from './active-owners.ts';
import { getLimitOwner } from './get-limit-owner.ts';

/** For each cost the number of requests in progress in one process: per broker, and for all brokers together. */
export type CostLimits = Readonly<Record<RouteCost, ConcurrencyLimits>>;

/**
 * Returns the limits for a number of database connections. The limit of cheap requests is higher than the number of
 * connections, because one statement writes all orders that are placed at the same time. A broker that is not alone has
 * fewer cheap requests in progress, so that the next one of another broker waits for a few and not for all of them: at
 * the connections and in the event loop. Lists leave connections free. A broker that is not alone runs one list at a
 * time, because two lists on two processors would double the waiting time of others. A broker runs one batch at a time,
 * because a batch also blocks the event loop. A request that waits for a partner takes nothing from the others.
 */
export function costLimitsFor(connections: number): CostLimits {
  const part = (share: number) => Math.max(1, Math.floor(connections * share));
  return {
    cheap: { perOwner: part(3), whileShared: part(0.4), total: part(6), waitingPerOwner: 200 },
    list: { perOwner: part(0.5), whileShared: 1, total: Math.max(2, part(0.6)), waitingPerOwner: 50 },
    batch: { perOwner: 1, whileShared: 1, total: 2, waitingPerOwner: 4 },
    // A request whose body is still open does not wait here: the server would time it out as incomplete.
    import: { perOwner: 1, whileShared: 1, total: 16, waitingPerOwner: 0 },
    document: { perOwner: 1, whileShared: 1, total: 4, waitingPerOwner: 8 },
    partner: { perOwner: part(0.4), whileShared: part(0.2), total: part(0.8), waitingPerOwner: 50 },
    // Seconds of the database each, so few of all brokers run at once.
    replay: { perOwner: 1, whileShared: 1, total: Math.min(2, Math.max(1, part(0.2))), waitingPerOwner: 4 },
  };
}

export interface CostLimiter {
  /**
   * Waits up to one second for capacity before the body is read. The connection slows the sender down in that time.
   * Throws too-many-in-flight if there is still no capacity, so that a client that keeps sending long bodies can send
   * only a few.
   */
  waitForCapacity(caller: Caller, route: Route, response: Response): Promise<void> | undefined;
  /**
   * Waits until the caller may run work of this cost, and returns the function that releases the slot. Throws
   * too-many-in-flight if too many of its requests wait already, and `ClientDisconnected` if the client disconnects. If
   * a slot is released with the error that the database is unavailable, all waiting requests fail with a 503: otherwise
   * each would wait for its own timeout.
   */
  acquire(caller: Caller, route: Route, response: Response): ReleaseSlot | Promise<ReleaseSlot>;
  /**
   * Runs one unit of expensive work. If other owners are active, it waits until the caller runs no other unit; else
   * it runs immediately.
   */
  readonly runInTurn: RunInTurn;
}

/** Expensive work of a caller: a list, a document, a replay, or a unit of a batch or an import. */
export type RunInTurn = <Result>(caller: Caller, work: () => Promise<Result>) => Promise<Result>;

/** An owner that is not alone runs one list, document or unit of a batch or import at a time. */
const oneWhileShared: ConcurrencyLimits = {
  perOwner: Infinity,
  whileShared: 1,
  total: Infinity,
  waitingPerOwner: Infinity,
};
const neverAborted = new AbortController().signal;

/** Whether a whole request is one unit of expensive work. Batches and imports call the limiter for each unit. */
const isHeavy = (cost: RouteCost): boolean => cost === 'list' || cost === 'document' || cost === 'replay';

export interface CostLimiterOptions {
  /** The systems that are other programs. The tax authority always is. */
  readonly calledSystems?: readonly CalledSystem[];
  readonly nowMs?: () => number;
}

/** Creates the limiter of the concurrent work of all callers of a process. */
export function createCostLimiter(
  costLimits: CostLimits,
  { calledSystems = ['tax-authority'], nowMs }: CostLimiterOptions = {},
): CostLimiter {
  const costOf = (route: Route) => getRouteCost(route, calledSystems);
  const activeOwners = trackActiveOwners(nowMs);
  const createLimiter = (limits: ConcurrencyLimits) => createFairLimiter(limits, activeOwners.isShared);
  const limiters = Object.fromEntries(
    Object.entries(costLimits).map(([cost, limits]) => [cost, createLimiter(limits)]),
  ) as Readonly<Record<RouteCost, FairLimiter>>;
  const turnLimiter = createLimiter(oneWhileShared);
  const rejectWaiting = (error: unknown) => {
    if (error === undefined || !isConnectionLost(error)) return;
    // A request that waits for a slot is not in its handler yet, where the error would become a problem.
    const problem = error instanceof Problem ? error : databaseUnavailable(error);
    for (const limiter of [turnLimiter, ...Object.values(limiters)]) limiter.rejectWaiting(problem);
  };
  const tooManyProblem = (cost: RouteCost) =>
    tooManyInFlight(cost, costLimits[cost].perOwner + costLimits[cost].waitingPerOwner);

  async function wait(owner: string, cost: RouteCost, response: Response): Promise<ReleaseSlot> {
    const left = new AbortController();
    const leave = () => left.abort(new ClientDisconnected('The client disconnected before its request was handled.'));
    response.once('close', leave);
    const release = await limiters[cost].acquire(owner, left.signal);
    if (release === undefined) throw tooManyProblem(cost);
    const endTurn = isHeavy(cost)
      ? await turnLimiter.acquire(owner, left.signal)?.catch(releaseAndThrow(release))
      : undefined;
    response.off('close', leave);
    return (error) => {
      rejectWaiting(error);
      endTurn?.();
      release();
    };
  }

  return {
    waitForCapacity(caller, route, response) {
      const [owner, cost] = [getLimitOwner(caller), costOf(route)];
      activeOwners.record(owner);
      return limiters[cost].isFull(owner)
        ? waitUntilCapacity(() => !limiters[cost].isFull(owner), response, tooManyProblem(cost))
        : undefined;
    },
    acquire(caller, route, response) {
      const cost = costOf(route);
      // Most requests find capacity and need no listener or timer.
      const release = isHeavy(cost) ? undefined : limiters[cost].tryAcquire(getLimitOwner(caller));
      if (release === undefined) return wait(getLimitOwner(caller), cost, response);
      return (error) => {
        rejectWaiting(error);
        release();
      };
    },
    runInTurn: createTurns(turnLimiter, rejectWaiting),
  };
}

const createTurns =
  (limiter: FairLimiter, onError: (error: unknown) => void): RunInTurn =>
  async (caller, work) => {
    const endTurn = await limiter.acquire(getLimitOwner(caller), neverAborted);
    try {
      return await work();
    } catch (error) {
      onError(error);
      throw error;
    } finally {
      endTurn?.();
    }
  };

const capacityTimeoutMs = 1_000;
const pollMs = 50;

async function waitUntilCapacity(hasCapacity: () => boolean, response: Response, problem: Error): Promise<void> {
  const untilMs = performance.now() + capacityTimeoutMs;
  while (!hasCapacity()) {
    if (response.closed) throw new ClientDisconnected('The client disconnected before there was capacity.');
    if (performance.now() > untilMs) throw problem;
    await sleep(pollMs);
  }
}

const releaseAndThrow = (release: Release) => (error: unknown) => {
  release();
  throw error;
};
