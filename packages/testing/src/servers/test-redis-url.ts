import { Redis } from 'ioredis';
import { inject } from 'vitest';
import { needs } from '../run/needs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly redisUrl: string;
    readonly redisDatabases: number;
  }
}

/**
 * Returns the URL of an empty Redis database for a test file. A test that flushes, stops or kills Redis must start its
 * own with `startRedisServer`. Without a Redis the test that calls it is skipped; hooks that call it are below
 * `needs('redis')`.
 */
export async function testRedisUrl(): Promise<string> {
  needs('redis');
  const redis = new Redis(inject('redisUrl'));
  try {
    const count = await redis.incr('linework:test-databases');
    // Database 0 has the counter. With only 16 databases a number is reused long after its first user has ended.
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
