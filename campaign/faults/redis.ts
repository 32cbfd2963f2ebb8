import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Fault } from './fault.ts';

const away: Fault = {
  name: 'Redis killed, and back empty',
  async inflict({ redis }) {
    await redis.takeAway();
    await sleep(1_500);
    await redis.bringBack();
    return true;
  },
};

const asked = (name: string, question: (redis: Redis) => Promise<unknown>): Fault => ({
  name,
  async inflict({ redis }) {
    await redis.ask(question);
    return true;
  },
});

const outOfMemory: Fault = {
  name: 'Redis out of memory',
  async inflict({ redis }) {
    await redis.ask((connection) => connection.config('SET', 'maxmemory', '1'));
    await sleep(1_500);
    await redis.ask((connection) => connection.config('SET', 'maxmemory', '0'));
    return true;
  },
};

export const redisFaults: readonly Fault[] = [
  away,
  asked('Redis flushed', (redis) => redis.flushall()),
  asked("Redis's clients cut", (redis) => redis.call('CLIENT', 'KILL', 'TYPE', 'normal')),
  asked('Redis paused', (redis) => redis.call('CLIENT', 'PAUSE', 1_500, 'ALL')),
  outOfMemory,
];
