import type { Redis } from 'ioredis';

/** Redis is set up to throw keys away when it is full, and a queue whose keys vanish is broken without a word. */
class RedisEvictionEnabled extends Error {
  override readonly name = 'RedisMayEvict';
  readonly code = 'REDIS_MAY_EVICT';
  constructor(policy: string) {
    super(`Redis has maxmemory-policy ${policy}, and the queues need noeviction: CONFIG SET maxmemory-policy noeviction`);
  }
}

/** Throws `RedisMayEvict` unless Redis keeps every key. */
export async function assertNoEviction(redis: Redis): Promise<void> {
  // INFO and not CONFIG GET, which hosted Redis services often forbid.
  const policy = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1];
  if (policy !== undefined && policy !== 'noeviction') throw new RedisEvictionEnabled(policy);
}
