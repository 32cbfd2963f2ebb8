import { once } from 'node:events';
import type { Log } from '@linework/log/log';
import { getDefaultBackendFactory, Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { assertNoEviction } from './assert-no-eviction.ts';
import type { QueueBackend } from './queue-backend.ts';
import { retrying } from './retrying-backend.ts';
import { watchOutage } from './watch-outage.ts';

const timeoutMs = 2_000;
/** Longer than a worker's wait for a job (10 s), which is silent; a connection that is silent for longer is dead. */
const socketTimeoutMs = 15_000;
const createRedisBackend = getDefaultBackendFactory();

const reconnectOptions = { connectTimeout: timeoutMs, keepAlive: 10_000, retryStrategy: (attempt: number) => Math.min(50 * 2 ** attempt, 1_000) };

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
  if (await isReady(redis)) await assertNoEviction(redis).catch((error) => disconnectAndThrow(redis, error));
  redis.on('ready', () => assertNoEviction(redis).catch((error) => log.error({ err: error }, 'Redis is not fit for the queues')));

  return {
    kind: 'redis',
    async openQueue(name) {
      // Waiting for a connection, or for the version it tells, would make the first ring wait for as long as Redis is away.
      const queue = new Queue(name, { connection: redis, prefix, skipWaitingForReady: true, skipVersionCheck: true });
      // The connection they share says it once for all.
      return queue.on('error', () => {});
    },
    async openWorker(name, process, settings) {
      const connection = { ...reconnectOptions, url, socketTimeout: socketTimeoutMs, maxRetriesPerRequest: null };
      return new Worker(name, process, { ...settings, connection, prefix }, retrying(createRedisBackend)) as Worker;
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
  const redis = new Redis(url, { ...reconnectOptions, enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: timeoutMs });
  const outage = watchOutage(log, { failing: 'Redis is away: rings are lost until it is back', working: 'Redis is back' });
  // A connection that Redis closes in good order is no error, and lost all the same.
  const closed = () => outage.reportFailure(new Error('Redis closed the connection'));
  return redis.on('error', outage.reportFailure).on('reconnecting', closed).on('ready', outage.reportSuccess);
}

async function isReady(redis: Redis): Promise<boolean> {
  const signal = AbortSignal.timeout(timeoutMs);
  await Promise.race([once(redis, 'ready', { signal }), once(redis, 'close', { signal })]).catch(() => {});
  return redis.status === 'ready';
}

function disconnectAndThrow(redis: Redis, error: unknown): never {
  redis.disconnect();
  throw error;
}
