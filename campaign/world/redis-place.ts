import { type RedisServer, startRedisServer } from '@linework/local-servers/redis-server';
import { Redis } from 'ioredis';
import { steadyPort } from './steady-port.ts';

export interface RedisPlace {
  readonly url: string;
  /** Whether it is away at this moment, because somebody took it away. */
  isAway(): boolean;
  /** Ends it at once, with everything in it. */
  takeAway(): Promise<void>;
  /** Starts it again, empty. */
  bringBack(): Promise<void>;
  /** Asks it something on a connection that is there for that alone. */
  ask<Answer>(question: (redis: Redis) => Promise<Answer>): Promise<Answer>;
  stop(): Promise<void>;
}

/** Opens the place where Redis runs: one port, over all its starts. */
export async function openRedisPlace(): Promise<RedisPlace> {
  const port = await steadyPort();
  let server: RedisServer = await startRedisServer({ port });
  const { url } = server;
  let away = false;

  return {
    url,
    isAway: () => away,
    async takeAway() {
      await server.kill();
      away = true;
    },
    async bringBack() {
      away = false;
      server = await startRedisServer({ port });
    },
    async ask(question) {
      const redis = new Redis(url, { maxRetriesPerRequest: 1 });
      // What it says of a connection that it cut itself.
      redis.on('error', () => {});
      try {
        return await question(redis);
      } finally {
        redis.disconnect();
      }
    },
    stop: () => server.stop(),
  };
}
