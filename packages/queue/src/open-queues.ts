import type { Log } from '@linework/log/log';
import type { Queue } from 'bullmq';
import { openPostgresBackend } from './postgres-backend.ts';
import type { QueueBackend, QueueName } from './queue-backend.ts';
import { openRedisBackend } from './redis-backend.ts';
import { type Bell, hangBell } from './ring.ts';

export interface QueueSettings {
  /** With it the queues are on Redis, without it in the database. */
  readonly redisUrl?: string | undefined;
  readonly databaseUrl: string;
  readonly log: Log;
  /** Of every key in Redis. */
  readonly prefix?: string;
}

export type QueueCounts = Readonly<Record<QueueName, Readonly<Record<string, number>>>>;

export interface Queues extends Bell, Pick<QueueBackend, 'kind' | 'openWorker' | 'isUp'> {
  readonly queues: Readonly<Record<QueueName, Queue>>;
  /** How many jobs each queue holds, by their state. */
  counts(): Promise<QueueCounts>;
  /** Lets the rings on their way go out, and closes every connection. */
  close(): Promise<void>;
}

/** Opens the two queues. `orders` and `upkeep` are apart, so that a flood of orders never delays the clocks. */
export async function openQueues({ redisUrl, databaseUrl, log, prefix = 'linework' }: QueueSettings): Promise<Queues> {
  const backend = redisUrl === undefined ? await openPostgresBackend({ url: databaseUrl, log }) : await openRedisBackend({ url: redisUrl, prefix, log });
  const [orders, upkeep] = await Promise.all([backend.openQueue('orders'), backend.openQueue('upkeep')]);
  const bell = hangBell(orders, log);

  return {
    ...bell,
    kind: backend.kind,
    openWorker: backend.openWorker,
    isUp: backend.isUp,
    queues: { orders, upkeep },
    counts: async () => ({ orders: await orders.getJobCounts(), upkeep: await upkeep.getJobCounts() }),
    async close() {
      await bell.settle();
      await Promise.all([orders.close(), upkeep.close()]);
      await backend.close();
    },
  };
}
