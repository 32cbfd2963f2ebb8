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

type QueueCounts = Readonly<Record<QueueName, Readonly<Record<string, number>>>>;

export interface Queues extends OrderNotifier, Pick<QueueBackend, 'kind' | 'wakeUps' | 'openWorker' | 'isUp'> {
  readonly queues: Readonly<Record<QueueName, Queue>>;
  /** Counts the jobs of each queue by their state. Messages in the list of wake-ups are waiting jobs of `orders`. */
  counts(): Promise<QueueCounts>;
  /** Opens the queue that 1.0.0 used instead of `maintenance`. The caller closes it. */
  openRetiredQueue(): Promise<Queue>;
  /** Waits until the wake-ups that are in flight are delivered, then closes every connection. */
  close(): Promise<void>;
}

/** Opens the two queues. `orders` and `maintenance` are separate, so that many orders never delay the scheduled jobs. */
export async function openQueues({ redisUrl, databaseUrl, log, prefix = 'linework' }: QueueSettings): Promise<Queues> {
  const backend = redisUrl === undefined ? await openPostgresBackend({ url: databaseUrl, log }) : await openRedisBackend({ url: redisUrl, prefix, log });
  const [orders, maintenance] = await Promise.all([backend.openQueue('orders'), backend.openQueue('maintenance')]);
  const notifier = createOrderNotifier({ queue: orders, list: backend.wakeUps, log });

  return {
    ...notifier,
    kind: backend.kind,
    ...(backend.wakeUps && { wakeUps: backend.wakeUps }),
    openWorker: backend.openWorker,
    isUp: backend.isUp,
    queues: { orders, maintenance },
    async counts() {
      const [jobs, scheduled, wakeUps = 0] = await Promise.all([orders.getJobCounts(), maintenance.getJobCounts(), backend.wakeUps?.count()]);
      return { orders: { ...jobs, waiting: (jobs['waiting'] ?? 0) + wakeUps }, maintenance: scheduled };
    },
    openRetiredQueue: () => backend.openQueue(retiredQueueName),
    async close() {
      await notifier.drain();
      await Promise.all([orders.close(), maintenance.close()]);
      await backend.close();
    },
  };
}
