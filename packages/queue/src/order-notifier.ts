import { coalesce } from '@linework/batching/coalesce';
import type { Log } from '@linework/log/log';
import { advanceOrderJob, type JobData } from '@linework/schemas/jobs';
import type { Queue } from 'bullmq';
import { jobOptions } from './job-options.ts';
import { watchOutage } from './watch-outage.ts';

/** Tells a worker to execute an order, immediately or after a delay. */
export interface WakeUp {
  readonly orderId: string;
  /** The order's epoch when the wake-up is sent. */
  readonly epoch: number;
  readonly delayMs?: number;
  /** The order waits for a system that is unavailable. */
  readonly isAway?: true;
}

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
/** Wake-ups accumulate while the queue hangs. After this time they are dropped, because the sweep requeues their orders soon. */
const timeoutMs = 2_000;

interface SentWakeUp {
  readonly wakeUp: WakeUp;
  readonly sentAtMs: number;
}

/**
 * Sends wake-ups by adding jobs to `queue`. Wake-ups that arrive while an `add` is in flight wait and then share one job.
 * Delayed wake-ups share one call, but each has its own job.
 */
export function createOrderNotifier(queue: Queue, log: Log): OrderNotifier {
  const inFlight = new Set<Promise<void>>();
  const outage = watchOutage(log, {
    failing: 'queue does not accept wake-ups; orders are safe, the sweep requeues them when the queue is reachable',
    working: 'queue accepts wake-ups again',
  });
  const notifyNow = coalesce((sent: readonly SentWakeUp[]) => addOneJob(queue, rejectExpired(sent)), { limit: ordersPerJob });
  const notifyLater = coalesce((sent: readonly SentWakeUp[]) => addDelayedJobs(queue, rejectExpired(sent)), { limit: ordersPerJob });
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
const getJobId = ({ orderId, epoch }: WakeUp): string => `order-${orderId}-${epoch}`;
const toJobOrder = ({ orderId, epoch, isAway }: WakeUp) => ({ orderId, epoch, ...(isAway && { isAway }) });

/** Returns the wake-ups. Throws if the first one, which is the oldest, has waited longer than the timeout. */
function rejectExpired(sent: readonly SentWakeUp[]): readonly WakeUp[] {
  if (sent[0] !== undefined && performance.now() - sent[0].sentAtMs > timeoutMs) throw new Error(`the queue accepted no wake-up for ${timeoutMs} ms`);
  return sent.map(({ wakeUp }) => wakeUp);
}

async function addOneJob(queue: Queue, wakeUps: readonly WakeUp[]): Promise<readonly undefined[]> {
  const [first, ...others] = [...new Map(wakeUps.map((wakeUp) => [getJobId(wakeUp), wakeUp])).values()];
  if (first === undefined) return [];
  // `add` does nothing if the job id exists. A job for several orders needs a unique id, or all of them would be lost.
  const jobId = others.length === 0 ? getJobId(first) : `${getJobId(first)}-and-${others.length}`;
  const data: JobData<'advance-order'> = { orders: [first, ...others].map(toJobOrder) };
  await queue.add(advanceOrderJob.name, data, { ...jobOptions(advanceOrderJob), jobId });
  return [];
}

async function addDelayedJobs(queue: Queue, wakeUps: readonly WakeUp[]): Promise<readonly undefined[]> {
  const jobs = wakeUps.map((wakeUp) => ({
    name: advanceOrderJob.name,
    data: { orders: [toJobOrder(wakeUp)] } satisfies JobData<'advance-order'>,
    opts: { ...jobOptions(advanceOrderJob), jobId: getJobId(wakeUp), delay: wakeUp.delayMs },
  }));
  await queue.addBulk(jobs as Parameters<Queue['addBulk']>[0]);
  return [];
}
