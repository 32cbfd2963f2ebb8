import { coalesce } from '@linework/batching/coalesce';
import type { Log } from '@linework/log/log';
import type { Queue } from 'bullmq';
import { addJob, buildJob, type WakeUps } from './wake-up-job.ts';
import type { WakeUpList } from './wake-up-list.ts';
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

const ordersPerMessage = 64;
/** Wake-ups accumulate while the queue hangs. After this time they are dropped, because the sweep requeues their orders soon. */
const timeoutMs = 2_000;

interface SentWakeUp {
  readonly wakeUp: WakeUp;
  readonly sentAtMs: number;
}

interface OrderNotifierOptions {
  readonly queue: Queue;
  /** The list for wake-ups without a delay. Without it they are jobs of the queue too. */
  readonly list?: Pick<WakeUpList, 'push'> | undefined;
  readonly log: Log;
}

/**
 * Sends wake-ups to the workers. Wake-ups that arrive while a message is in flight wait and then share one message. Delayed wake-ups
 * share one call, but each has its own job.
 */
export function createOrderNotifier({ queue, list, log }: OrderNotifierOptions): OrderNotifier {
  const inFlight = new Set<Promise<void>>();
  const outage = watchOutage(log, {
    failing: 'queue does not accept wake-ups; orders are safe, the sweep requeues them when the queue is reachable',
    working: 'queue accepts wake-ups again',
  });
  const push = list?.push ?? ((wakeUps: WakeUps) => addJob(queue, wakeUps));
  const notifyNow = coalesce((sent: readonly SentWakeUp[]) => sendTogether(push, rejectExpired(sent)), { limit: ordersPerMessage });
  const notifyLater = coalesce((sent: readonly SentWakeUp[]) => addDelayedJobs(queue, rejectExpired(sent)), { limit: ordersPerMessage });
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
const toMessageOrder = ({ orderId, epoch, isAway }: WakeUp) => ({ orderId, epoch, ...(isAway && { isAway }) });

/** Returns the wake-ups. Throws if the first one, which is the oldest, has waited longer than the timeout. */
function rejectExpired(sent: readonly SentWakeUp[]): readonly WakeUp[] {
  if (sent[0] !== undefined && performance.now() - sent[0].sentAtMs > timeoutMs) throw new Error(`the queue accepted no wake-up for ${timeoutMs} ms`);
  return sent.map(({ wakeUp }) => wakeUp);
}

async function sendTogether(push: (wakeUps: WakeUps) => Promise<void>, sent: readonly WakeUp[]): Promise<readonly undefined[]> {
  const distinct = new Map(sent.map((wakeUp) => [`${wakeUp.orderId}-${wakeUp.epoch}`, wakeUp]));
  if (distinct.size > 0) await push({ orders: [...distinct.values()].map(toMessageOrder) });
  return [];
}

async function addDelayedJobs(queue: Queue, wakeUps: readonly WakeUp[]): Promise<readonly undefined[]> {
  const jobs = wakeUps.map((wakeUp) => buildJob({ orders: [toMessageOrder(wakeUp)] }, { delay: wakeUp.delayMs ?? 0 }));
  await queue.addBulk(jobs as Parameters<Queue['addBulk']>[0]);
  return [];
}
