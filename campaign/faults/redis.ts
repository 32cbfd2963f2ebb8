import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Fault } from './fault.ts';

const killedAndEmptied: Fault = {
  name: 'Redis killed, and back empty',
  async inject({ redis }) {
    await redis.takeDown();
    await sleep(1_500);
    await redis.bringUp();
    return true;
  },
};

const redisCommandFault = (name: string, command: (redis: Redis) => Promise<unknown>): Fault => ({
  name,
  async inject({ redis }) {
    await redis.run(command);
    return true;
  },
});

const outOfMemory: Fault = {
  name: 'Redis out of memory',
  async inject({ redis }) {
    await redis.run((connection) => connection.config('SET', 'maxmemory', '1'));
    await sleep(1_500);
    await redis.run((connection) => connection.config('SET', 'maxmemory', '0'));
    return true;
  },
};

export const redisFaults: readonly Fault[] = [
  killedAndEmptied,
  redisCommandFault('Redis flushed', (redis) => redis.flushall()),
  redisCommandFault("Redis's clients cut", (redis) => redis.call('CLIENT', 'KILL', 'TYPE', 'normal')),
  redisCommandFault('Redis paused', (redis) => redis.call('CLIENT', 'PAUSE', 1_500, 'ALL')),
  outOfMemory,
];
