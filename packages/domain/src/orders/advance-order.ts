import { coalesce } from '@linework/batching/coalesce';
import type { Db } from '@linework/db/db';
import { isConnectionLost } from '@linework/db/is-database-unavailable';
import type { Log } from '@linework/log/log';
import { openStatuses } from '@linework/schemas/orders/order.lifecycle';
import type { Systems } from '../systems.ts';
import { createPendingOrderAcquirer } from './acquire-pending-orders.ts';
import type { Outcome } from './apply-outcome.ts';
import { type CommitResult, commitEach } from './commit-each.ts';
import { reachCrashPoint } from './crash-points.ts';
import type { EngineObserver } from './engine-observer.ts';
import { createLeaseClock, type LeaseClock } from './lease-clock.ts';
import { addLineResources } from './load-line-resources.ts';
import { addNetworkPresence } from './load-network-presence.ts';
import { loadOrders } from './load-orders.ts';
import { getStepDeclaration, type OrderSnapshot, type StepSnapshot } from './order-snapshot.ts';
import type { OrderTypes } from './order-type.ts';
import { type Plan, planFinalAcquisition, planRenewal, planTransition, type StepTask } from './plan-transition.ts';
import { releaseAfterError } from './release-after-error.ts';
import { reportSettled } from './report-settled.ts';
import { runStep } from './run-step.ts';
import type { Transition } from './transition.ts';
import { createUnknownVersionReporter, isUnknownVersion } from './unknown-version.ts';

export interface EngineSettings {
  /** How long a worker may hold an order without a sign of life. At least twice the step's time-out: see `leaseClock`. */
  readonly leaseMs: number;
  readonly stepTimeoutMs: number;
  /** Taken this often without a step coming to an end, an order is poison. */
  readonly acquisitionLimit: number;
  /** For so long an order waits for a system that is away; then its step has failed. */
  readonly awayLimitMs: number;
}

export interface WakeUp {
  readonly orderId: string;
  readonly epoch: number;
  readonly delayMs?: number;
  /** The order waits for a system that was away when it was last called. */
  readonly isAway?: true;
}

export interface EnginePorts {
  readonly db: Pick<Db, 'query'>;
  readonly orderTypes: OrderTypes;
  readonly systems: Systems;
  readonly notify: (rings: readonly WakeUp[]) => void;
  readonly observer: EngineObserver;
  readonly log: Log;
  readonly settings: EngineSettings;
  /** A monotonic clock; that of the process unless told otherwise. */
  readonly monotonicMs?: () => number;
}

/** Orders that travel in one statement: few enough that it stays short, that one refused order holds up few others, and that all do not move in step. */
const batchLimit = 32;
/** Those who wait behind a database that does not answer are told so with the first. */
const batchOptions = { limit: batchLimit, failsWaiting: isConnectionLost };
/** While PostgreSQL writes the progress of some, the worker goes on with others. */
const commitConcurrency = 2;

/**
 * Makes the function that carries an order on: takes it, if the ring is not an old one, and goes on with it until it is at
 * rest, has to wait, or somebody else has taken it. Reads and writes of orders that are carried on at once go together.
 */
export function createOrderAdvancer(engine: EnginePorts): (wakeUp: WakeUp) => Promise<void> {
  const { db, orderTypes, observer } = engine;
  const { leaseMs } = engine.settings;
  const clock = createLeaseClock({ leaseMs, nowMs: engine.monotonicMs ?? (() => performance.now()) });
  const reportUnknownVersion = createUnknownVersionReporter(engine);
  const loadSnapshots = async (ids: readonly string[]) => addNetworkPresence(db, await addLineResources(db, await loadOrders(db, orderTypes, ids)));
  const load = coalesce(loadSnapshots, batchOptions);
  const acquirePending = coalesce(createPendingOrderAcquirer(db, orderTypes, { leaseMs }), batchOptions);
  const commit = coalesce((transition: readonly Transition[]) => commitEach(db, transition), { ...batchOptions, concurrency: commitConcurrency });

  return async function advanceOrder(wakeUp) {
    // It is due again soon: until then it costs nothing.
    if (wakeUp.isAway && engine.systems.isAway?.()) return observer.wakeUpDeferred();
    const sentMs = clock.nowMs();
    const acquired = wakeUp.epoch === 0 ? await acquireNow(wakeUp.orderId) : undefined;
    if (acquired) return execute({ order: acquired, lease: 'acquire', outcome: null, committedAtMs: sentMs, leaseUntilMs: 0 });
    const order = await load(wakeUp.orderId);
    if (order && isUnknownVersion(order)) return reportUnknownVersion(order);
    if (!order || !canAcquire(order, wakeUp)) return observer.staleWakeUp();
    if (order.away === null && order.steps.some(isAbandoned)) observer.leaseExpired();
    await execute({ order, lease: 'acquire', outcome: null, leaseUntilMs: 0 });
  };

  async function execute(initial: ExecutionState): Promise<void> {
    let state = initial;
    try {
      for (;;) {
        const plan = planNext(state, engine.settings);
        const sentMs = state.committedAtMs ?? clock.nowMs();
        const applied = state.committedAtMs !== undefined || (await write(plan.transition));
        if (applied instanceof Error) throw applied;
        if (applied) {
          // From here on it stands like this, for a stumble too.
          state = { order: plan.orderAfter, lease: 'renew', outcome: null, leaseUntilMs: computeLeaseEnd(clock, plan.transition, sentMs, state) };
          reachCrashPoint(plan.transition.lease === 'acquire' ? 'after-acquire' : 'after-commit');
          if (plan.followUp === 'dead-letter') state = { ...state, outcome: createPoisonOutcome(plan.orderAfter.acquisitions) };
          else if (isStepTask(plan.followUp)) state = { ...state, ...(await runTimedStep(state, plan.followUp)) };
          else if (plan.followUp !== 'replan') return stopExecution(engine, plan);
        } else {
          observer.fencingConflict();
          const current = await load(state.order.context.orderId);
          if (!current || isUnknownVersion(current) || current.epoch !== state.order.epoch || !isOpen(current)) return;
          // Still ours, only turned around, by a cancel: plan again with what came of the work.
          const { postponedTask: _, ...rest } = state;
          state = { ...rest, order: current };
        }
      }
    } catch (error) {
      await releaseAfterError(engine, { ...state, error });
      throw error;
    }
  }

  function acquireNow(orderId: string): Promise<OrderSnapshot | undefined> {
    reachCrashPoint('before-commit');
    return acquirePending(orderId);
  }

  function write(transition: Transition): Promise<CommitResult> {
    reachCrashPoint('before-commit');
    return commit(transition);
  }

  /** Does the work, unless the lease is too short for it: it is renewed then, which is refused where another has taken the order. */
  async function runTimedStep({ order, leaseUntilMs }: ExecutionState, task: StepTask): Promise<Pick<ExecutionState, 'outcome' | 'postponedTask'>> {
    const startedMs = performance.now();
    const { systems, settings } = engine;
    const outcome = await runStep(order, task, { systems, stepTimeoutMs: settings.stepTimeoutMs, leaseLeftMs: () => clock.leftMs(leaseUntilMs) });
    if (outcome === 'lease-too-short') {
      observer.leaseTooShort();
      return { outcome: null, postponedTask: task };
    }
    const code = `${order.type.code}.${getStepDeclaration(order, task.position).code}`;
    observer.stepEnded(code, labelOutcome(outcome, task), performance.now() - startedMs);
    // Whoever began the attempt may have called: of that call, this one knows nothing.
    return { outcome: outcome.outcome === 'away' && task.isResumed ? { ...outcome, mayHaveTakenEffect: true } : outcome };
  }
}

/** How an order stands while a worker goes on with it, and what came of the work that was under way. */
interface ExecutionState {
  readonly order: OrderSnapshot;
  readonly lease: 'acquire' | 'renew';
  readonly outcome: Outcome | null;
  /** What is planned from here was written by whoever read the order, with a statement that was sent then. */
  readonly committedAtMs?: number;
  /** Until when the order is surely held: see `leaseClock`. */
  readonly leaseUntilMs: number;
  /** Work for which the lease was too short. */
  readonly postponedTask?: StepTask;
}

function computeLeaseEnd(clock: LeaseClock, { lease, due }: Transition, sentMs: number, { leaseUntilMs }: ExecutionState): number {
  const isFullLease = lease === 'acquire' || (due !== null && 'inMs' in due);
  return isFullLease ? clock.acquired(sentMs) : clock.renewed(sentMs, leaseUntilMs);
}

function planNext({ order, lease, outcome, postponedTask }: ExecutionState, { leaseMs, acquisitionLimit, awayLimitMs }: EngineSettings): Plan {
  if (postponedTask) return planRenewal(order, postponedTask, { leaseMs });
  if (lease === 'acquire' && order.acquisitions >= acquisitionLimit) return planFinalAcquisition(order, { leaseMs });
  return planTransition(order, outcome, lease, { leaseMs, awayLimitMs, chance: Math.random() });
}

function stopExecution({ notify, observer, log }: EnginePorts, { orderAfter, followUp }: Plan): void {
  if (typeof followUp === 'object' && 'waitMs' in followUp) {
    notify([{ orderId: orderAfter.context.orderId, epoch: orderAfter.epoch, delayMs: followUp.waitMs }]);
    return;
  }
  if (followUp !== 'wait-for-system') reportSettled({ observer, log }, orderAfter);
}

const isOpen = ({ status }: OrderSnapshot) => (openStatuses as readonly string[]).includes(status);
const canAcquire = (order: OrderSnapshot, { epoch }: WakeUp) => epoch > order.acquiredEpoch && isOpen(order) && !order.isTooEarly;
/** A worker that lets go leaves its step PENDING, or ROLLING_BACK with one attempt more. */
const isAbandoned = ({ status, undoAttempt }: StepSnapshot) => status === 'RUNNING' || (status === 'ROLLING_BACK' && undoAttempt === 0);
const isStepTask = (whatNext: Plan['followUp']): whatNext is StepTask => typeof whatNext === 'object' && 'kind' in whatNext;

function createPoisonOutcome(acquisitions: number): Outcome {
  return { outcome: 'dead-lettered', error: { code: 'poison', detail: `acquired ${acquisitions} times without a finished step` } };
}

function labelOutcome({ outcome }: Outcome, { kind }: StepTask) {
  if (outcome === 'done') return kind === 'undo' ? 'undone' : 'done';
  if (kind === 'undo' && outcome !== 'away') return 'undo-failed';
  return outcome === 'transient' || outcome === 'away' ? outcome : 'refused';
}
