import { naturalBatch } from '@linework/batching/natural-batch';
import { isConnectionLost } from '@linework/db/database-away';
import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import { atWork } from '@linework/schemas/orders/order.lifecycle';
import type { Systems } from '../systems.ts';
import type { Outcome } from './apply-outcome.ts';
import { crashPoint } from './crash-points.ts';
import { doWork } from './do-work.ts';
import { type LeaseClock, leaseClock } from './lease-clock.ts';
import { withLineResources } from './load-line-resources.ts';
import { withPresence } from './load-network-presence.ts';
import { loadOrders } from './load-orders.ts';
import { declarationOf, type OrderAtHand, type StepAtHand } from './order-at-hand.ts';
import type { OrderTypes } from './order-type.ts';
import { type Plan, planLastTake, planProgress, planRenewal, type Work } from './plan-progress.ts';
import type { Progress } from './progress.ts';
import { type Recorded, recordEach } from './record-each.ts';
import { reportSettled } from './report-settled.ts';
import { stumble } from './stumble.ts';
import { freshTaker } from './take-fresh.ts';
import { isUnknown, leaveToOthers } from './unknown-version.ts';
import type { Witness } from './witness.ts';

export interface EngineSettings {
  /** How long a worker may hold an order without a sign of life. At least twice the step's time-out: see `leaseClock`. */
  readonly leaseMs: number;
  readonly stepTimeoutMs: number;
  /** Taken this often without a step coming to an end, an order is poison. */
  readonly takeLimit: number;
  /** For so long an order waits for a system that is away; then its step has failed. */
  readonly awayLimitMs: number;
}

export interface Ring {
  readonly orderId: string;
  readonly run: number;
  readonly delayMs?: number;
  /** The order waits for a system that was away when it was last called. */
  readonly isAway?: true;
}

export interface Engine {
  readonly db: Pick<Db, 'query'>;
  readonly orderTypes: OrderTypes;
  readonly systems: Systems;
  readonly ring: (rings: readonly Ring[]) => void;
  readonly witness: Witness;
  readonly log: Log;
  readonly settings: EngineSettings;
  /** A monotonic clock; that of the process unless told otherwise. */
  readonly monotonicMs?: () => number;
}

/** Orders that travel in one statement: few enough that it stays short, that one refused order holds up few others, and that all do not move in step. */
const mostInBatch = 32;
/** Those who wait behind a database that does not answer are told so with the first. */
const batchOptions = { most: mostInBatch, failsWaiting: isConnectionLost };
/** While PostgreSQL writes the progress of some, the worker goes on with others. */
const recordLanes = 2;

/**
 * Makes the function that carries an order on: takes it, if the ring is not an old one, and goes on with it until it is at
 * rest, has to wait, or somebody else has taken it. Reads and writes of orders that are carried on at once go together.
 */
export function orderAdvancer(engine: Engine): (ring: Ring) => Promise<void> {
  const { db, orderTypes, witness } = engine;
  const { leaseMs } = engine.settings;
  const lease = leaseClock({ leaseMs, nowMs: engine.monotonicMs ?? (() => performance.now()) });
  const leaveUnknown = leaveToOthers(engine);
  const read = async (ids: readonly string[]) => withPresence(db, await withLineResources(db, await loadOrders(db, orderTypes, ids)));
  const load = naturalBatch(read, batchOptions);
  const takeFresh = naturalBatch(freshTaker(db, orderTypes, { leaseMs }), batchOptions);
  const record = naturalBatch((progress: readonly Progress[]) => recordEach(db, progress), { ...batchOptions, lanes: recordLanes });

  return async function advanceOrder(ring) {
    // It is due again soon: until then it costs nothing.
    if (ring.isAway && engine.systems.isAway?.()) return witness.heldBack();
    const sentMs = lease.nowMs();
    const fresh = ring.run === 0 ? await takeNow(ring.orderId) : undefined;
    if (fresh) return carryOn({ order: fresh, hold: 'take', outcome: null, writtenMs: sentMs, leaseUntilMs: 0 });
    const order = await load(ring.orderId);
    if (order && isUnknown(order)) return leaveUnknown(order);
    if (!order || !mayTake(order, ring)) return witness.ringDropped();
    if (order.away === null && order.steps.some(wasDropped)) witness.leaseTakenOver();
    await carryOn({ order, hold: 'take', outcome: null, leaseUntilMs: 0 });
  };

  async function carryOn(from: Standing): Promise<void> {
    let standing = from;
    try {
      for (;;) {
        const plan = planFrom(standing, engine.settings);
        const sentMs = standing.writtenMs ?? lease.nowMs();
        const applied = standing.writtenMs !== undefined || (await write(plan.progress));
        if (applied instanceof Error) throw applied;
        if (applied) {
          // From here on it stands like this, for a stumble too.
          standing = { order: plan.next, hold: 'keep', outcome: null, leaseUntilMs: leaseAfter(lease, plan.progress, sentMs, standing) };
          crashPoint(plan.progress.hold === 'take' ? 'after-take' : 'after-record');
          if (plan.whatNext === 'park') standing = { ...standing, outcome: poisoned(plan.next.takes) };
          else if (isWork(plan.whatNext)) standing = { ...standing, ...(await timedWork(standing, plan.whatNext)) };
          else if (plan.whatNext !== 'plan-again') return leave(engine, plan);
        } else {
          witness.overtaken();
          const now = await load(standing.order.known.orderId);
          if (!now || isUnknown(now) || now.run !== standing.order.run || !isAtWork(now)) return;
          // Still ours, only turned around, by a cancel: plan again with what came of the work.
          const { notDone: _, ...rest } = standing;
          standing = { ...rest, order: now };
        }
      }
    } catch (error) {
      await stumble(engine, { ...standing, error });
      throw error;
    }
  }

  function takeNow(orderId: string): Promise<OrderAtHand | undefined> {
    crashPoint('before-record');
    return takeFresh(orderId);
  }

  function write(progress: Progress): Promise<Recorded> {
    crashPoint('before-record');
    return record(progress);
  }

  /** Does the work, unless the lease is too short for it: it is renewed then, which is refused where another has taken the order. */
  async function timedWork({ order, leaseUntilMs }: Standing, work: Work): Promise<Pick<Standing, 'outcome' | 'notDone'>> {
    const startedMs = performance.now();
    const { systems, settings } = engine;
    const outcome = await doWork(order, work, { systems, stepTimeoutMs: settings.stepTimeoutMs, leaseLeftMs: () => lease.leftMs(leaseUntilMs) });
    if (outcome === 'lease-too-short') {
      witness.leaseTooShort();
      return { outcome: null, notDone: work };
    }
    const code = `${order.type.code}.${declarationOf(order, work.position).code}`;
    witness.stepEnded(code, named(outcome, work), performance.now() - startedMs);
    // Whoever began the attempt may have called: of that call, this one knows nothing.
    return { outcome: outcome.outcome === 'away' && work.isTakenOver ? { ...outcome, mayHaveTakenEffect: true } : outcome };
  }
}

/** How an order stands while a worker goes on with it, and what came of the work that was under way. */
interface Standing {
  readonly order: OrderAtHand;
  readonly hold: 'take' | 'keep';
  readonly outcome: Outcome | null;
  /** What is planned from here was written by whoever read the order, with a statement that was sent then. */
  readonly writtenMs?: number;
  /** Until when the order is surely held: see `leaseClock`. */
  readonly leaseUntilMs: number;
  /** Work for which the lease was too short. */
  readonly notDone?: Work;
}

function leaseAfter(lease: LeaseClock, { hold, due }: Progress, sentMs: number, { leaseUntilMs }: Standing): number {
  const isWhole = hold === 'take' || (due !== null && 'inMs' in due);
  return isWhole ? lease.acquired(sentMs) : lease.kept(sentMs, leaseUntilMs);
}

function planFrom({ order, hold, outcome, notDone }: Standing, { leaseMs, takeLimit, awayLimitMs }: EngineSettings): Plan {
  if (notDone) return planRenewal(order, notDone, { leaseMs });
  if (hold === 'take' && order.takes >= takeLimit) return planLastTake(order, { leaseMs });
  return planProgress(order, outcome, hold, { leaseMs, awayLimitMs, chance: Math.random() });
}

function leave({ ring, witness, log }: Engine, { next, whatNext }: Plan): void {
  if (typeof whatNext === 'object' && 'waitMs' in whatNext) {
    ring([{ orderId: next.known.orderId, run: next.run, delayMs: whatNext.waitMs }]);
    return;
  }
  if (whatNext !== 'wait-for-system') reportSettled({ witness, log }, next);
}

const isAtWork = ({ status }: OrderAtHand) => (atWork as readonly string[]).includes(status);
const mayTake = (order: OrderAtHand, { run }: Ring) => run > order.takenRun && isAtWork(order) && !order.tooEarly;
/** A worker that lets go leaves its step PENDING, or ROLLING_BACK with one attempt more. */
const wasDropped = ({ status, undoAttempt }: StepAtHand) => status === 'RUNNING' || (status === 'ROLLING_BACK' && undoAttempt === 0);
const isWork = (whatNext: Plan['whatNext']): whatNext is Work => typeof whatNext === 'object' && 'kind' in whatNext;

function poisoned(takes: number): Outcome {
  return { outcome: 'parked', error: { code: 'poison', detail: `taken ${takes} times without a step coming to an end` } };
}

function named({ outcome }: Outcome, { kind }: Work) {
  if (outcome === 'done') return kind === 'undo' ? 'undone' : 'done';
  if (kind === 'undo' && outcome !== 'away') return 'undo-failed';
  return outcome === 'passing' || outcome === 'away' ? outcome : 'refused';
}
