import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '@linework/auth/caller';
import { isConnectionLost } from '@linework/db/database-away';
import type { Route } from '@linework/http/define-route';
import type { ReleaseShare } from '@linework/http/mount-options';
import { ClientGone } from '@linework/http/open-stream';
import { costOf, type RouteCost } from '@linework/http/route-cost';
import { tooManyInFlight } from '@linework/problem-details/make-problem';
import type { Response } from 'express';
import { createFairGate, type FairGate, type GateLimits, type Release } from './fair-gate.ts';
import { ownerOfLimit } from './owner-of-limit.ts';
import { whoIsThere } from './who-is-there.ts';

/** How much of each cost a broker, and all brokers together, may have under way in a process. */
export type CostShares = Readonly<Record<RouteCost, GateLimits>>;

/**
 * The shares for a number of database connections. Cheap requests get more than there are connections: orders that are placed at once are
 * written by one statement. Lists leave most connections free, and a broker beside others lists one at a time: two at once on two processors
 * would double what a third waits. One batch of a broker runs at a time, since it keeps the event loop busy, too.
 */
export function costSharesFor(connections: number): CostShares {
  const part = (share: number) => Math.max(1, Math.floor(connections * share));
  return {
    cheap: { perOwner: part(3), besideOthers: part(3), total: part(6), waitingPerOwner: 200 },
    list: { perOwner: part(0.3), besideOthers: 1, total: Math.max(2, part(0.6)), waitingPerOwner: 50 },
    batch: { perOwner: 1, besideOthers: 1, total: 2, waitingPerOwner: 4 },
    // Nobody waits with an open body: the server would take it for a request that does not arrive.
    import: { perOwner: 1, besideOthers: 1, total: 16, waitingPerOwner: 0 },
    document: { perOwner: 1, besideOthers: 1, total: 4, waitingPerOwner: 8 },
  };
}

export interface CostSharer {
  /**
   * Waits for up to a second while a request of this caller would be turned away, before its body is read: its sender is held up meanwhile by
   * the connection itself. Raises too-many-in-flight if there is no room then, so that who sends long bodies all the time sends few.
   */
  waitForRoom(caller: Caller, route: Route, response: Response): Promise<void> | undefined;
  /**
   * Waits until the caller may do work of this cost, and answers how to give its share back. Raises too-many-in-flight where too many of its
   * requests wait already, and `ClientGone` where the client leaves meanwhile. A share that is given back with the error of a database that
   * does not answer fails everybody who waits with it: each would find out for itself only after a time-out of its own.
   */
  acquire(caller: Caller, route: Route, response: Response): ReleaseShare | Promise<ReleaseShare>;
  /** Does a piece of dear work once the caller has no other under way, if anybody else is there; at once where it is alone. */
  readonly inTurn: InTurn;
}

/** Dear work for a caller: a list, a document, or a piece of a batch or an import. */
export type InTurn = <Result>(caller: Caller, work: () => Promise<Result>) => Promise<Result>;

/** Of lists, documents and pieces of batches and imports, an owner beside others has one under way, whatever its kind. */
const oneBesideOthers: GateLimits = { perOwner: Infinity, besideOthers: 1, total: Infinity, waitingPerOwner: Infinity };
const stays = new AbortController().signal;

/** Whether a whole request is one piece of dear work. Batches and imports take their turns themselves, piece by piece. */
const isOnePiece = (cost: RouteCost): boolean => cost === 'list' || cost === 'document';

/** Makes what lets the callers of a process do as much at once as their shares allow. */
export function costSharer(shares: CostShares, nowMs?: () => number): CostSharer {
  const there = whoIsThere(nowMs);
  const makeGate = (limits: GateLimits) => createFairGate(limits, there.isBesideOthers);
  const gates = Object.fromEntries(Object.entries(shares).map(([cost, limits]) => [cost, makeGate(limits)])) as Readonly<Record<RouteCost, FairGate>>;
  const turns = makeGate(oneBesideOthers);
  const failWaiting = (error: unknown) => {
    if (error !== undefined && isConnectionLost(error)) for (const gate of [turns, ...Object.values(gates)]) gate.turnAwayWaiting(error);
  };
  const inTurn: InTurn = async (caller, work) => {
    const endTurn = await turns.enter(ownerOfLimit(caller), stays);
    try {
      return await work();
    } catch (error) {
      failWaiting(error);
      throw error;
    } finally {
      endTurn?.();
    }
  };
  const tooMany = (cost: RouteCost) => tooManyInFlight(cost, shares[cost].perOwner + shares[cost].waitingPerOwner);

  async function wait(owner: string, cost: RouteCost, response: Response): Promise<ReleaseShare> {
    const left = new AbortController();
    const leave = () => left.abort(new ClientGone('The client left before its turn.'));
    response.once('close', leave);
    const release = await gates[cost].enter(owner, left.signal);
    if (release === undefined) throw tooMany(cost);
    const endTurn = isOnePiece(cost) ? await turns.enter(owner, left.signal)?.catch(giveBack(release)) : undefined;
    response.off('close', leave);
    return (error) => {
      failWaiting(error);
      endTurn?.();
      release();
    };
  }

  return {
    waitForRoom(caller, route, response) {
      const [owner, cost] = [ownerOfLimit(caller), costOf(route)];
      there.note(owner);
      return gates[cost].isFull(owner) ? untilRoom(() => !gates[cost].isFull(owner), response, tooMany(cost)) : undefined;
    },
    acquire(caller, route, response) {
      const cost = costOf(route);
      // Most requests find room, and need nothing of what those that wait do.
      const release = isOnePiece(cost) ? undefined : gates[cost].tryEnter(ownerOfLimit(caller));
      if (release === undefined) return wait(ownerOfLimit(caller), cost, response);
      return (error) => {
        failWaiting(error);
        release();
      };
    },
    inTurn,
  };
}

const waitForRoomMs = 1_000;
const lookAgainMs = 50;

async function untilRoom(hasRoom: () => boolean, response: Response, refusal: Error): Promise<void> {
  const untilMs = performance.now() + waitForRoomMs;
  while (!hasRoom()) {
    if (response.closed) throw new ClientGone('The client left before there was room.');
    if (performance.now() > untilMs) throw refusal;
    await sleep(lookAgainMs);
  }
}

const giveBack = (release: Release) => (error: unknown) => {
  release();
  throw error;
};
