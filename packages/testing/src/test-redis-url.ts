import { Redis } from 'ioredis';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    readonly redisUrl: string;
    readonly redisDatabases: number;
  }
}

/** Hands out an empty Redis database to a test file. A test that flushes everything, stops or kills Redis starts its own with `startRedisServer`. */
export async function testRedisUrl(): Promise<string> {
  const redis = new Redis(inject('redisUrl'));
  try {
    const count = await redis.incr('linework:test-databases');
    // Database 0 keeps the counter; where there are only 16, a number comes round again long after its first user has ended.
    const database = 1 + (count % (inject('redisDatabases') - 1));
    await redis.select(database);
    await redis.flushdb();
    const url = new URL(inject('redisUrl'));
    url.pathname = `/${database}`;
    return url.href;
  } finally {
    redis.disconnect();
  }
}
