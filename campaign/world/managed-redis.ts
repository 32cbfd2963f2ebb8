import { type RedisServer, startRedisServer } from '@linework/local-servers/redis-server';
import { Redis } from 'ioredis';
import { findStablePort } from './find-stable-port.ts';

export interface ManagedRedis {
  readonly url: string;
  /** Whether it is away at this moment, because somebody took it away. */
  isDown(): boolean;
  /** Ends it at once, with everything in it. */
  takeDown(): Promise<void>;
  /** Starts it again, empty. */
  bringUp(): Promise<void>;
  /** Asks it something on a connection that is there for that alone. */
  run<Answer>(command: (redis: Redis) => Promise<Answer>): Promise<Answer>;
  stop(): Promise<void>;
}

/** Opens the place where Redis runs: one port, over all its starts. */
export async function startManagedRedis(): Promise<ManagedRedis> {
  const port = await findStablePort();
  let server: RedisServer = await startRedisServer({ port });
  const { url } = server;
  let down = false;

  return {
    url,
    isDown: () => down,
    async takeDown() {
      await server.kill();
      down = true;
    },
    async bringUp() {
      down = false;
      server = await startRedisServer({ port });
    },
    async run(question) {
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
