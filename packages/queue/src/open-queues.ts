import type { Log } from '@linework/log/log';
import type { Queue } from 'bullmq';
import { createOrderNotifier, type OrderNotifier } from './order-notifier.ts';
import { openPostgresBackend } from './postgres-backend.ts';
import { type QueueBackend, type QueueName, retiredQueueName } from './queue-backend.ts';
import { openRedisBackend } from './redis-backend.ts';

export interface QueueSettings {
  /** With a URL the queues are in Redis, without it in the database. */
  readonly redisUrl?: string | undefined;
  readonly databaseUrl: string;
  readonly log: Log;
  /** The prefix of every key in Redis. */
  readonly prefix?: string;
}

/** The jobs in each queue by their state. */
export type JobCounts = Readonly<Record<QueueName, Readonly<Record<string, number>>>>;
/** The jobs that have ended since the queue exists. */
export type EndedJobs = Readonly<Record<QueueName, { readonly completed: number; readonly failed: number }>>;

export interface Queues
  extends OrderNotifier,
    Pick<QueueBackend, 'kind' | 'openWorker' | 'deleteRetiredList' | 'isUp'> {
  readonly queues: Readonly<Record<QueueName, Queue>>;
  /** Counts the jobs in each queue by their state. It keeps only the last ones that have completed or failed. */
  counts(): Promise<JobCounts>;
  /** Counts the jobs that have completed and failed in each queue, also those that it no longer keeps. */
  countEnded(): Promise<EndedJobs>;
  /** Opens the queue that 1.0.0 used instead of `maintenance`. The caller closes it. */
  openRetiredQueue(): Promise<Queue>;
  /** Waits until the wake-ups that are in flight are delivered, then closes every connection. */
  close(): Promise<void>;
}

/**
 * Opens the two queues. `orders` and `maintenance` are separate, so that many orders never delay the scheduled jobs.
 */
export async function openQueues({ redisUrl, databaseUrl, log, prefix = 'linework' }: QueueSettings): Promise<Queues> {
  const backend =
    redisUrl === undefined
      ? await openPostgresBackend({ url: databaseUrl, log })
      : await openRedisBackend({ url: redisUrl, prefix, log });
  const [orders, maintenance] = await Promise.all([backend.openQueue('orders'), backend.openQueue('maintenance')]);
  const notifier = createOrderNotifier(orders, log);

  return {
    ...notifier,
    kind: backend.kind,
    openWorker: backend.openWorker,
    deleteRetiredList: backend.deleteRetiredList,
    isUp: backend.isUp,
    queues: { orders, maintenance },
    counts: async () => ({ orders: await orders.getJobCounts(), maintenance: await maintenance.getJobCounts() }),
    countEnded: async () => ({ orders: await countEnded(orders), maintenance: await countEnded(maintenance) }),
    openRetiredQueue: () => backend.openQueue(retiredQueueName),
    async close() {
      await notifier.drain();
      await Promise.all([orders.close(), maintenance.close()]);
      await backend.close();
    },
  };
}

async function countEnded(queue: Queue): Promise<EndedJobs[QueueName]> {
  const [completed, failed] = await Promise.all([
    queue.getMetrics('completed', 0, 0),
    queue.getMetrics('failed', 0, 0),
  ]);
  return { completed: completed.meta.count, failed: failed.meta.count };
}
