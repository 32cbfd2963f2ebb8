import { randomUUID } from 'node:crypto';
import { coalesce } from '@linework/batching/coalesce';
import type { Log } from '@linework/log/log';
import { advanceOrderJob, type JobData, type WakeUp } from '@linework/schemas/jobs';
import type { Queue } from 'bullmq';
import { jobOptions } from './job-options.ts';
import { watchOutage } from './watch-outage.ts';

/** Fire and forget: never throws and never waits. The job `requeue-due-orders` replaces a wake-up that is lost. */
type NotifyWorkers = (wakeUps: readonly WakeUp[]) => void;

export interface OrderNotifier {
  readonly notify: NotifyWorkers;
  /** Waits until no wake-up is in flight. */
  drain(): Promise<void>;
  /** Counts the wake-ups that failed since the start. */
  failedWakeUps(): number;
}

const ordersPerJob = 64;
/**
 * Wake-ups accumulate while the queue hangs. After this time they are dropped, because the sweep requeues their orders
 * soon.
 */
const timeoutMs = 2_000;

interface SentWakeUp {
  readonly wakeUp: WakeUp;
  readonly sentAtMs: number;
}

/**
 * Sends wake-ups by adding jobs to `queue`. Wake-ups that arrive while an `add` is in flight wait and then share one
 * job. Delayed wake-ups share one call, but each has its own job.
 */
export function createOrderNotifier(queue: Queue, log: Log): OrderNotifier {
  const inFlight = new Set<Promise<void>>();
  const outage = watchOutage(log, {
    failing: 'queue does not accept wake-ups; orders are safe, the sweep requeues them when the queue is reachable',
    working: 'queue accepts wake-ups again',
  });
  const notifyNow = coalesce((sent: readonly SentWakeUp[]) => addOneJob(queue, rejectExpired(sent)), {
    limit: ordersPerJob,
  });
  const notifyLater = coalesce((sent: readonly SentWakeUp[]) => addDelayedJobs(queue, rejectExpired(sent)), {
    limit: ordersPerJob,
  });
  let failed = 0;

  function sendWakeUp(wakeUp: WakeUp): void {
    const sent = { wakeUp, sentAtMs: performance.now() };
    const delivery = (isDelayed(wakeUp) ? notifyLater(sent) : notifyNow(sent))
      .then(outage.reportSuccess, countFailure)
      .finally(() => inFlight.delete(delivery));
    inFlight.add(delivery);
  }

  function countFailure(error: unknown): void {
    failed += 1;
    outage.reportFailure(error);
  }

  return {
    notify: (wakeUps) => wakeUps.forEach(sendWakeUp),
    failedWakeUps: () => failed,
    async drain() {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}

const isDelayed = ({ delayMs = 0 }: WakeUp): boolean => delayMs > 0;

/** Returns the wake-ups. Throws if the first one, which is the oldest, has waited longer than the timeout. */
function rejectExpired(sent: readonly SentWakeUp[]): readonly WakeUp[] {
  if (sent[0] !== undefined && performance.now() - sent[0].sentAtMs > timeoutMs)
    throw new Error(`the queue accepted no wake-up for ${timeoutMs} ms`);
  return sent.map(({ wakeUp }) => wakeUp);
}

async function addOneJob(queue: Queue, wakeUps: readonly WakeUp[]): Promise<readonly undefined[]> {
  const distinct = [...new Map(wakeUps.map((wakeUp) => [nameOf(wakeUp), wakeUp])).values()];
  const { name, data, opts } = buildJob(distinct);
  await queue.add(name, data, opts);
  return [];
}

async function addDelayedJobs(queue: Queue, wakeUps: readonly WakeUp[]): Promise<readonly undefined[]> {
  await queue.addBulk(wakeUps.map((wakeUp) => buildJob([wakeUp])));
  return [];
}

/** A job for several wake-ups without a delay, or for one. */
function buildJob(wakeUps: readonly WakeUp[]) {
  const data: JobData<'advance-order'> = { orders: wakeUps.map(({ delayMs: _, ...order }) => order) };
  const { delayMs: delay } = wakeUps[0] ?? {};
  return {
    name: advanceOrderJob.name,
    data,
    opts: { ...jobOptions(advanceOrderJob), jobId: buildJobId(wakeUps), ...(delay && { delay }) },
  };
}

/**
 * `add` does nothing if the queue has a job with this id. That keeps the second wake-up for one epoch of an order out
 * of the queue. A job for several orders gets an id of its own: another job may begin with the same order and have
 * other orders after it.
 */
function buildJobId([first, ...others]: readonly WakeUp[]): string {
  return first !== undefined && others.length === 0 ? nameOf(first) : `orders-${randomUUID()}`;
}

const nameOf = ({ orderId, epoch }: WakeUp): string => `order-${orderId}-${epoch}`;
