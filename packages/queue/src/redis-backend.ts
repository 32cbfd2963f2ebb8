import { once } from 'node:events';
import type { Log } from '@linework/log/log';
import { getDefaultBackendFactory, Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { watchOutage } from './outage.ts';
import { patient } from './patient-backend.ts';
import type { QueueBackend } from './queue-backend.ts';
import { refuseEviction } from './redis-eviction.ts';

const soonMs = 2_000;
/** Longer than a worker's wait for a job (10 s), which is silent; a connection that is silent for longer is dead. */
const silenceMs = 15_000;
const createRedisBackend = getDefaultBackendFactory();

const reconnecting = { connectTimeout: soonMs, keepAlive: 10_000, retryStrategy: (attempt: number) => Math.min(50 * 2 ** attempt, 1_000) };

export interface RedisBackendOptions {
  readonly url: string;
  readonly prefix: string;
  readonly log: Log;
}

/**
 * Queues on Redis. When Redis is away it starts all the same and connects as soon as it can; when Redis may evict keys it
 * throws `RedisMayEvict`, or logs that where Redis came later.
 */
export async function openRedisBackend({ url, prefix, log }: RedisBackendOptions): Promise<QueueBackend> {
  const redis = connectProducer(url, log);
  if (await isReady(redis)) await refuseEviction(redis).catch((error) => giveUp(redis, error));
  redis.on('ready', () => refuseEviction(redis).catch((error) => log.error({ err: error }, 'Redis is not fit for the queues')));

  return {
    kind: 'redis',
    async openQueue(name) {
      // Waiting for a connection, or for the version it tells, would make the first ring wait for as long as Redis is away.
      const queue = new Queue(name, { connection: redis, prefix, skipWaitingForReady: true, skipVersionCheck: true });
      // The connection they share says it once for all.
      return queue.on('error', () => {});
    },
    async openWorker(name, process, settings) {
      const connection = { ...reconnecting, url, socketTimeout: silenceMs, maxRetriesPerRequest: null };
      return new Worker(name, process, { ...settings, connection, prefix }, patient(createRedisBackend)) as Worker;
    },
    isUp: () =>
      redis.ping().then(
        () => true,
        () => false,
      ),
    close: async () => redis.disconnect(),
  };
}

/** A connection that fails at once while Redis is away, and never keeps anything waiting. */
function connectProducer(url: string, log: Log): Redis {
  const redis = new Redis(url, { ...reconnecting, enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: soonMs });
  const outage = watchOutage(log, { failing: 'Redis is away: rings are lost until it is back', working: 'Redis is back' });
  // A connection that Redis closes in good order is no error, and lost all the same.
  const closed = () => outage.failed(new Error('Redis closed the connection'));
  return redis.on('error', outage.failed).on('reconnecting', closed).on('ready', outage.worked);
}

async function isReady(redis: Redis): Promise<boolean> {
  const signal = AbortSignal.timeout(soonMs);
  await Promise.race([once(redis, 'ready', { signal }), once(redis, 'close', { signal })]).catch(() => {});
  return redis.status === 'ready';
}

function giveUp(redis: Redis, error: unknown): never {
  redis.disconnect();
  throw error;
}
