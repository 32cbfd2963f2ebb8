import { once } from 'node:events';
import type { Log } from '@linework/log/log';
import { getDefaultBackendFactory, Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import type { QueueBackend } from './queue-backend.ts';
import { retrying } from './retrying-backend.ts';
import { watchOutage } from './watch-outage.ts';

/** Redis is configured to evict keys when its memory is full. A queue that loses keys breaks without an error. */
class RedisEvictionEnabled extends Error {
  override readonly name = 'RedisMayEvict';
  readonly code = 'REDIS_MAY_EVICT';
  constructor(policy: string) {
    super(
      `Redis has maxmemory-policy ${policy}, but the queues need noeviction: ` +
        'run CONFIG SET maxmemory-policy noeviction',
    );
  }
}

/** Throws `RedisMayEvict` if the eviction policy of Redis is not `noeviction`. */
async function assertNoEviction(redis: Redis): Promise<void> {
  // INFO instead of CONFIG GET, because hosted Redis services often forbid CONFIG.
  const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1];
  if (policy !== undefined && policy !== 'noeviction') throw new RedisEvictionEnabled(policy);
}

const timeoutMs = 2_000;
/** A worker waits up to 10 s for a job without any traffic. A connection without traffic for longer is dead. */
const socketTimeoutMs = 15_000;
const createRedisBackend = getDefaultBackendFactory();

const reconnectOptions = {
  connectTimeout: timeoutMs,
  keepAlive: 10_000,
  retryStrategy: (attempt: number) => Math.min(50 * 2 ** attempt, 1_000),
};

export interface RedisBackendOptions {
  readonly url: string;
  readonly prefix: string;
  readonly log: Log;
}

/**
 * Stores the queues in Redis. If Redis is not reachable, it starts anyway and connects as soon as possible. If Redis
 * may evict keys, it throws `RedisMayEvict`; if Redis becomes reachable later, it logs that error instead.
 */
export async function openRedisBackend({ url, prefix, log }: RedisBackendOptions): Promise<QueueBackend> {
  const redis = connectProducer(url, log);
  if (await isReady(redis)) await assertNoEviction(redis).catch((error) => disconnectAndThrow(redis, error));
  redis.on('ready', () =>
    assertNoEviction(redis).catch((error) =>
      log.error({ err: error }, 'Redis may evict keys, so the queues are not safe; set maxmemory-policy to noeviction'),
    ),
  );

  return {
    kind: 'redis',
    async openQueue(name) {
      // Without these options the first wake-up would wait for as long as Redis is unreachable.
      const queue = new Queue(name, { connection: redis, prefix, skipWaitingForReady: true, skipVersionCheck: true });
      // The shared connection already logs the outage once.
      return queue.on('error', () => {});
    },
    async openWorker(name, process, settings, onFetch) {
      const connection = { ...reconnectOptions, url, socketTimeout: socketTimeoutMs, maxRetriesPerRequest: null };
      return new Worker(
        name,
        process,
        { ...settings, connection, prefix },
        retrying(createRedisBackend, onFetch),
      ) as Worker;
    },
    async deleteRetiredList() {
      await redis.unlink(`${prefix}:wake-ups`);
    },
    // A write, because a read-only replica and a Redis without disk answer a PING, and a Sentinel knows no SET.
    isUp: () =>
      redis.set(`${prefix}:writable`, '', 'PX', 1).then(
        () => true,
        () => false,
      ),
    close: async () => redis.disconnect(),
  };
}

/** A connection that fails immediately while Redis is unreachable, so that no caller waits. */
function connectProducer(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    ...reconnectOptions,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: timeoutMs,
  });
  const outage = watchOutage(log, {
    failing: 'Redis not reachable; orders are safe, the sweep requeues them when Redis is back',
    working: 'Redis is reachable again',
  });
  // A connection that Redis closes cleanly emits no error, but it is lost too.
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
