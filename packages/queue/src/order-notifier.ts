import { coalesce } from '@linework/batching/coalesce';
import type { Log } from '@linework/log/log';
import { advanceOrderJob, type JobData } from '@linework/schemas/jobs';
import type { Queue } from 'bullmq';
import { jobOptions } from './job-options.ts';
import { watchOutage } from './watch-outage.ts';

/** "Look at this order again", at once or after a while. */
export interface WakeUp {
  readonly orderId: string;
  /** The order's run when it is rung for. */
  readonly epoch: number;
  readonly delayMs?: number;
  /** The order waits for a system that is away. */
  readonly isAway?: true;
}

/** Fire and forget: never throws and never waits. A ring that is lost is made good by `requeue-due-orders`. */
type NotifyWorkers = (wakeUps: readonly WakeUp[]) => void;

export interface OrderNotifier {
  readonly notify: NotifyWorkers;
  /** Comes back when no ring is on its way any more. */
  drain(): Promise<void>;
  /** How many rings were lost since the start. */
  failedWakeUps(): number;
}

const ordersPerJob = 64;
/** While the queue hangs rings pile up. Those that waited for longer than this are given up: their orders are due soon anyway. */
const timeoutMs = 2_000;

interface SentWakeUp {
  readonly wakeUp: WakeUp;
  readonly sentAtMs: number;
}

/**
 * Rings by adding jobs to `queue`. While one `add` is under way, the rings that arrive wait and then share one job;
 * delayed rings share one call and keep a job each.
 */
export function createOrderNotifier(queue: Queue, log: Log): OrderNotifier {
  const inFlight = new Set<Promise<void>>();
  const outage = watchOutage(log, { failing: 'rings are lost', working: 'rings arrive again' });
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

/** The rings, unless the first and oldest of them has waited for too long. */
function rejectExpired(sent: readonly SentWakeUp[]): readonly WakeUp[] {
  if (sent[0] !== undefined && performance.now() - sent[0].sentAtMs > timeoutMs) throw new Error(`the queue took no ring for ${timeoutMs} ms`);
  return sent.map(({ wakeUp }) => wakeUp);
}

async function addOneJob(queue: Queue, wakeUps: readonly WakeUp[]): Promise<readonly undefined[]> {
  const [first, ...others] = [...new Map(wakeUps.map((wakeUp) => [getJobId(wakeUp), wakeUp])).values()];
  if (first === undefined) return [];
  // An id that is there already makes `add` do nothing, and the others would be lost with the first: hence an id of its own.
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
