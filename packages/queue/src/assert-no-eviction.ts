import type { Redis } from 'ioredis';

/** Redis is configured to evict keys when its memory is full. A queue that loses keys breaks without an error. */
class RedisEvictionEnabled extends Error {
  override readonly name = 'RedisMayEvict';
  readonly code = 'REDIS_MAY_EVICT';
  constructor(policy: string) {
    super(
      `Redis has maxmemory-policy ${policy}, but the queues need noeviction: run CONFIG SET maxmemory-policy noeviction`,
    );
  }
}

/** Throws `RedisMayEvict` if the eviction policy of Redis is not `noeviction`. */
export async function assertNoEviction(redis: Redis): Promise<void> {
  // INFO instead of CONFIG GET, because hosted Redis services often forbid CONFIG.
  const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1];
  if (policy !== undefined && policy !== 'noeviction') throw new RedisEvictionEnabled(policy);
}
