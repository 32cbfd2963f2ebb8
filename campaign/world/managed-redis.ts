import { findFreePort } from '@linework/local-servers/find-free-port';
import { type RedisServer, startRedisServer } from '@linework/local-servers/redis-server';
import { Redis } from 'ioredis';

export interface ManagedRedis {
  readonly url: string;
  /** Whether the campaign has stopped it. */
  isDown(): boolean;
  /** Kills it. All its data is lost. */
  takeDown(): Promise<void>;
  /** Starts it again, empty. */
  bringUp(): Promise<void>;
  /** Runs a command on a separate connection. */
  run<Result>(command: (redis: Redis) => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}

/** Starts a Redis that keeps its port over restarts. */
export async function startManagedRedis(): Promise<ManagedRedis> {
  const port = await findFreePort();
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
    async run(command) {
      const redis = new Redis(url, { maxRetriesPerRequest: 1 });
      // A command may cut its own connection.
      redis.on('error', () => {});
      try {
        return await command(redis);
      } finally {
        redis.disconnect();
      }
    },
    stop: () => server.stop(),
  };
}
