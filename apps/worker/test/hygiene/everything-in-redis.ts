import { Redis } from 'ioredis';

/** Reads every key of a Redis database with its content, as text. */
export async function everythingInRedis(url: string): Promise<readonly string[]> {
  const redis = new Redis(url);
  try {
    const keys = await redis.keys('*');
    return await Promise.all(keys.map(async (key) => `${key} ${JSON.stringify(await contentOf(redis, key))}`));
  } finally {
    redis.disconnect();
  }
}

async function contentOf(redis: Redis, key: string): Promise<unknown> {
  const type = await redis.type(key);
  if (type === 'hash') return redis.hgetall(key);
  if (type === 'list') return redis.lrange(key, '0', '-1');
  if (type === 'set') return redis.smembers(key);
  if (type === 'zset') return redis.zrange(key, '0', '-1');
  if (type === 'stream') return redis.xrange(key, '-', '+');
  return redis.get(key);
}
