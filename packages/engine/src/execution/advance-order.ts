import { coalesce } from '@linework/batching/coalesce';
import type { Db } from '@linework/db/db';
import { isConnectionLost } from '@linework/db/is-database-unavailable';
import type { Log } from '@linework/log/log';
import type { WakeUp } from '@linework/schemas/jobs';
import { type OrderStatus, openStatuses } from '@linework/schemas/lifecycles/order.lifecycle';
import { reachCrashPoint } from '../model/crash-points.ts';
import {
  createUnknownVersionReporter,
  type EngineObserver,
  isUnknownVersion,
  summarizeFailure,
} from '../model/engine-observer.ts';
import { getStepDeclaration, type OrderSnapshot, type StepSnapshot } from '../model/order-snapshot.ts';
import { listResourceTypes, type OrderTypes } from '../model/order-type.ts';
import { noPauses, type Pauses } from '../model/pause.ts';
import { computeBackoffMs, type StepError } from '../model/step.ts';
import type { Transition } from '../model/transition.ts';
import { findPauseOfOrder } from '../planning/decide-next-move.ts';
import type { Outcome } from '../planning/outcome.ts';
import {
  isStepTask,
  type Plan,
  planFinalAcquisition,
  planRenewal,
  planTransition,
  type StepTask,
} from '../planning/plan-transition.ts';
import { draftTransition } from '../planning/transition-draft.ts';
import { createOrderPauser, createPendingOrderAcquirer } from '../store/acquire-pending-orders.ts';
import { type CommitResult, commitEach, commitTransition, createCommitStatements } from '../store/commit-transition.ts';
import { loadFacts, loadOrders } from '../store/load-orders.ts';
import { runStep } from './run-step.ts';
import { inStepSpan, inTraceOfOrder } from './trace-order.ts';

export interface EngineSettings {
  /**
   * A worker loses its order after this time without a renewal. At least twice the time-out of a step, so that there is
   * time for the call that follows a write.
   */
  readonly leaseMs: number;
  readonly stepTimeoutMs: number;
  /**
   * An order that was acquired this often without a finished step is poison. The count may be one too high (decision
   * 98).
   */
  readonly acquisitionLimit: number;
  /** An order waits this long for a system that is unavailable. Then its step fails. */
  readonly unavailableLimitMs: number;
}

export interface EnginePorts<Systems> {
  readonly db: Pick<Db, 'query'>;
  readonly orderTypes: OrderTypes<Systems>;
  /** The other systems that the steps call. `isUnavailable` is true while none of them responds. */
  readonly systems: Systems & { readonly isUnavailable?: (() => boolean) | undefined };
  readonly notify: (wakeUps: readonly WakeUp[]) => void;
  /** The pauses of now, which may be a second old. Without it nothing is ever paused. */
  readonly readPauses?: () => Promise<Pauses>;
  readonly observer: EngineObserver;
  readonly log: Log;
  readonly settings: EngineSettings;
  /**
   * A monotonic clock: it keeps running while the process is suspended, and it cannot be set. The default is the clock
   * of the process.
   */
  readonly monotonicMs?: () => number;
}

/**
 * The number of orders in one statement. It is small, so that a statement stays short and a rejected order delays few
 * others, and so that the orders do not all wait for the same statement.
 */
const batchLimit = 32;
/** When the connection to the database is lost, the waiting orders fail together with the batch. */
const batchOptions = { limit: batchLimit, rejectsWaiting: isConnectionLost };
/** While PostgreSQL writes one batch of transitions, the worker prepares the next one. */
const commitConcurrency = 2;

/**
 * Creates the function that handles a wake-up. It acquires the order, unless the wake-up is stale, and executes its
 * steps until the order settles, has to wait, or is acquired by another worker. Orders that are executed at the same
 * time share statements.
 */
export function createOrderAdvancer<Systems>(engine: EnginePorts<Systems>): (wakeUp: WakeUp) => Promise<void> {
  const { orderTypes, observer } = engine;
  const { leaseMs } = engine.settings;
  const nowMs = engine.monotonicMs ?? (() => performance.now());
  for (const resource of listResourceTypes(orderTypes)) createCommitStatements(resource);
  const reportUnknownVersion = createUnknownVersionReporter(engine);
  const { load, acquirePending, pauseOrder, commit } = createSharedStatements(engine);
  const readPauses = engine.readPauses ?? (async () => noPauses);

  return async function advanceOrder(wakeUp) {
    // The order is due again in a few seconds. Dropping the wake-up here saves the read.
    if (wakeUp.isUnavailable && engine.systems.isUnavailable?.()) return observer.wakeUpDeferred();
    const pauses = await readPauses();
    const sentMs = nowMs();
    // The statement that acquires an order before it is read does not know what is paused.
    const acquired = wakeUp.epoch === 0 && pauses.length === 0 ? await acquirePending(wakeUp.orderId) : undefined;
    if (acquired)
      return execute({ order: acquired, lease: 'acquire', outcome: null, committedAtMs: sentMs, leaseUntilMs: 0 });
    const order = await load(wakeUp.orderId);
    if (order && isUnknownVersion(order)) return reportUnknownVersion(order);
    if (!order || !canAcquire(order, wakeUp)) return observer.staleWakeUp();
    const pause = findPauseOfOrder(order, pauses);
    if (pause) return void (await pauseOrder({ orderId: wakeUp.orderId, epoch: order.epoch, pauseId: pause.id }));
    if (order.unavailable === null && order.steps.some(isAbandoned)) observer.leaseExpired();
    await execute({ order, lease: 'acquire', outcome: null, leaseUntilMs: 0 });
  };

  function execute(initial: ExecutionState<Systems>): Promise<void> {
    return inTraceOfOrder(engine.db, initial.order, () => executeSteps(initial));
  }

  async function executeSteps(initial: ExecutionState<Systems>): Promise<void> {
    let state = initial;
    try {
      for (;;) {
        const pauses = state.committedAtMs === undefined ? await readPauses() : noPauses;
        const sentMs = state.committedAtMs ?? nowMs();
        const plan = planNext(state, engine.settings, { pauses, leaseLeftMs: state.leaseUntilMs - sentMs });
        const applied = state.committedAtMs !== undefined || (await commit(plan.transition));
        if (applied instanceof Error) throw applied;
        if (applied) {
          // This is the state in the database now. If an error follows, `releaseAfterError` starts from it.
          const leaseUntilMs = plan.transition.keepsRow ? state.leaseUntilMs : sentMs + leaseMs;
          state = { order: plan.orderAfter, lease: 'renew', outcome: null, leaseUntilMs };
          reachCrashPoint(plan.transition.lease === 'acquire' ? 'after-acquire' : 'after-commit');
          if (plan.followUp === 'dead-letter')
            state = { ...state, outcome: createPoisonOutcome(plan.orderAfter.acquisitions) };
          else if (isStepTask(plan.followUp))
            state = { ...state, ...(await runTimedStep(engine, state, plan.followUp, nowMs)) };
          else if (plan.followUp !== 'replan') return stopExecution(engine, plan);
        } else {
          observer.fencingConflict();
          const current = await load(state.order.context.orderId);
          if (!current || isUnknownVersion(current) || current.epoch !== state.order.epoch || !isOpen(current)) return;
          // The epoch is still ours, so only a cancel has changed the order: plan again with the outcome of the step.
          const { postponedTask: _, ...rest } = state;
          state = { ...rest, order: current };
        }
      }
    } catch (error) {
      await releaseAfterError(engine, { ...state, error });
      throw error;
    }
  }
}

/** The statements that orders share which are executed at the same time. */
function createSharedStatements<Systems>({ db, orderTypes, observer, settings: { leaseMs } }: EnginePorts<Systems>) {
  const loadSnapshots = async (ids: readonly string[]) => loadFacts(db, await loadOrders(db, orderTypes, ids));
  const onCommit = (variant: string, count: number) => observer.transitionsCommitted(variant, count);
  const acquirePending = coalesce(createPendingOrderAcquirer(db, orderTypes, { leaseMs }), batchOptions);
  const commit = coalesce((transitions: readonly Transition[]) => commitEach(db, transitions, onCommit), {
    ...batchOptions,
    concurrency: commitConcurrency,
  });
  return {
    load: coalesce(loadSnapshots, batchOptions),
    pauseOrder: coalesce(createOrderPauser(db), batchOptions),
    acquirePending(orderId: string): Promise<OrderSnapshot<Systems> | undefined> {
      reachCrashPoint('before-commit');
      return acquirePending(orderId);
    },
    commit(transition: Transition): Promise<CommitResult> {
      reachCrashPoint('before-commit');
      return commit(transition);
    },
  };
}

/**
 * Runs the step. If the lease is too short for it, the lease is renewed first; that fails when another worker has
 * acquired the order.
 */
async function runTimedStep<Systems>(
  { systems, settings, observer }: EnginePorts<Systems>,
  { order, leaseUntilMs }: ExecutionState<Systems>,
  task: StepTask,
  nowMs: () => number,
): Promise<Pick<ExecutionState<Systems>, 'outcome' | 'postponedTask'>> {
  const startedMs = performance.now();
  const outcome = await inStepSpan(order, task, () =>
    runStep(order, task, {
      systems,
      stepTimeoutMs: settings.stepTimeoutMs,
      leaseLeftMs: () => leaseUntilMs - nowMs(),
    }),
  );
  if (outcome === 'lease-too-short') {
    observer.leaseTooShort();
    return { outcome: null, postponedTask: task };
  }
  const code = `${order.type.code}.${getStepDeclaration(order, task.position).code}`;
  observer.stepEnded(code, labelOutcome(outcome, task), performance.now() - startedMs, order.context.brokerId);
  // Another worker started this attempt and may have made the call, so the call may have taken effect.
  return {
    outcome: outcome.outcome === 'unavailable' && task.isResumed ? { ...outcome, mayHaveTakenEffect: true } : outcome,
  };
}

/** The state of one order while a worker executes it. */
interface ExecutionState<Systems = never> {
  readonly order: OrderSnapshot<Systems>;
  readonly lease: 'acquire' | 'renew';
  /** The outcome of the last step, until it is committed. */
  readonly outcome: Outcome | null;
  /**
   * Set if the statement that read the order has already written the next transition: the time at which it was sent.
   */
  readonly committedAtMs?: number;
  /**
   * The lease is certainly valid until this time. It begins when PostgreSQL executes the last write, and is counted
   * from the earlier time at which the write was sent, so it ends early and never late.
   */
  readonly leaseUntilMs: number;
  /** A step that was not run because the lease was too short. */
  readonly postponedTask?: StepTask;
}

function planNext<Systems>(
  { order, lease, outcome, postponedTask }: ExecutionState<Systems>,
  { leaseMs, acquisitionLimit, unavailableLimitMs }: EngineSettings,
  { pauses, leaseLeftMs }: { readonly pauses: Pauses; readonly leaseLeftMs: number },
): Plan<Systems> {
  if (postponedTask) return planRenewal(order, postponedTask, { leaseMs });
  if (lease === 'acquire' && order.acquisitions >= acquisitionLimit) return planFinalAcquisition(order, { leaseMs });
  return planTransition(order, outcome, lease, {
    leaseMs,
    leaseLeftMs,
    unavailableLimitMs,
    chance: Math.random(),
    pauses,
  });
}

function stopExecution<Systems>({ notify, observer, log }: EnginePorts<Systems>, { orderAfter, followUp }: Plan): void {
  if (typeof followUp === 'object' && 'waitMs' in followUp) {
    notify([{ orderId: orderAfter.context.orderId, epoch: orderAfter.epoch, delayMs: followUp.waitMs }]);
    return;
  }
  if (followUp !== 'wait-for-system') reportSettled({ observer, log }, orderAfter);
}

const isOpen = ({ status }: OrderSnapshot) => (openStatuses as readonly string[]).includes(status);
const canAcquire = (order: OrderSnapshot, { epoch }: WakeUp) =>
  epoch > order.acquiredEpoch && isOpen(order) && !order.isTooEarly;
/**
 * A worker that releases an order leaves the step PENDING, or ROLLING_BACK with one more attempt. Any other state means
 * a lost worker.
 */
const isAbandoned = ({ status, undoAttempt, awaited }: StepSnapshot) =>
  awaited === null && (status === 'RUNNING' || (status === 'ROLLING_BACK' && undoAttempt === 0));

function createPoisonOutcome(acquisitions: number): Outcome {
  return {
    outcome: 'dead-lettered',
    error: { code: 'poison', detail: `acquired ${acquisitions} times without a finished step` },
  };
}

function labelOutcome({ outcome }: Outcome, { kind }: StepTask) {
  if (outcome === 'done') return kind === 'undo' ? 'undone' : 'done';
  if (outcome === 'accepted') return 'accepted';
  if (kind === 'undo' && outcome !== 'unavailable') return 'undo-failed';
  return outcome === 'transient' || outcome === 'unavailable' ? outcome : 'refused';
}

/** A cancelled order ended as requested. */
const expectedStatuses: readonly OrderStatus[] = ['COMPLETED', 'CANCELLED'];

/** Logs and counts a settled order. A failed order is logged as a warning with its step and error code. */
function reportSettled(
  { observer, log }: { readonly observer: EngineObserver; readonly log: Log },
  order: OrderSnapshot,
): void {
  const { type, status, context, waitingSince } = order;
  observer.orderSettled(type.code, status, Date.now() - waitingSince.getTime(), context.brokerId);
  const fields = {
    orderId: context.orderId,
    orderType: type.code,
    [`${context.resource.type}Id`]: context.resource.id,
    status,
  };
  if (expectedStatuses.includes(status)) {
    log.info(fields, 'order finished');
    return;
  }
  const failure = summarizeFailure(order);
  observer.orderFailed(failure);
  log.warn({ ...fields, ...failure }, 'order failed');
}

const errorBackoff = { attempts: Number.POSITIVE_INFINITY, firstBackoffMs: 1_000, backoffLimitMs: 60_000 };

/** The client sees only this text. The log has the whole error under the order's id. */
const internalError: StepError = {
  code: 'internal-error',
  detail: 'An internal error stopped this step. It is tried again later.',
};

interface ReleaseDeps {
  readonly db: Pick<Db, 'query'>;
  readonly log: Log;
}

interface FailedExecution {
  readonly order: OrderSnapshot;
  readonly lease: 'acquire' | 'renew';
  readonly error: unknown;
}

/**
 * Releases an order after an error in our own code. The order is due again after a wait that doubles each time. The
 * running step gets a short error and the log the whole one. If this write fails too, for example because the database
 * is down, the lease expires and the sweep re-queues the order.
 */
async function releaseAfterError({ db, log }: ReleaseDeps, { order, lease, error }: FailedExecution): Promise<void> {
  log.error(
    { err: error, orderId: order.context.orderId, orderType: order.type.code },
    'order released after an internal error; it is tried again later',
  );
  const draft = draftTransition(order);
  const activeStep = order.steps.find(({ status }) => status === 'RUNNING' || status === 'ROLLING_BACK');
  if (activeStep) draft.moveStep(activeStep.position, { to: activeStep.status, error: internalError });
  const acquisitions = lease === 'acquire' ? order.acquisitions + 1 : order.acquisitions;
  const waitMs = computeBackoffMs(errorBackoff, acquisitions, 1);
  // An error during the acquisition counts as an acquisition, so that an order which can never start ends as poison.
  const transition = draft.build({
    lease: lease === 'acquire' ? 'acquire' : 'release',
    due: { inMs: waitMs },
    notBeforeMs: null,
  });
  await commitTransition(db, [transition]).catch(() => {});
}
