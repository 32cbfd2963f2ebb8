import { Redis } from 'ioredis';

/**
 * Type and content are read in one script, because a queue may delete a key and create it with another type in between.
 */
const readKey = `
  local key = KEYS[1]
  local kind = redis.call('TYPE', key).ok
  if kind == 'hash' then return redis.call('HGETALL', key) end
  if kind == 'list' then return redis.call('LRANGE', key, 0, -1) end
  if kind == 'set' then return redis.call('SMEMBERS', key) end
  if kind == 'zset' then return redis.call('ZRANGE', key, 0, -1) end
  if kind == 'stream' then return redis.call('XRANGE', key, '-', '+') end
  if kind == 'string' then return redis.call('GET', key) end
  return redis.status_reply('deleted')`;

/** Reads every key of a Redis database with its content, as text. */
export async function everythingInRedis(url: string): Promise<readonly string[]> {
  const redis = new Redis(url);
  try {
    const keys = await redis.keys('*');
    return await Promise.all(keys.map(async (key) => `${key} ${JSON.stringify(await redis.eval(readKey, 1, key))}`));
  } finally {
    redis.disconnect();
  }
}
