import type { Redis } from 'ioredis';
import type { WakeUps } from './wake-up-job.ts';

/**
 * A list in Redis of the wake-ups that are due at once. A worker that waits gets one with a single command, where a job of BullMQ takes two (decision
 * 101). A wake-up that is lost between the list and a worker is replaced by the sweep.
 */
export interface WakeUpList {
  push(wakeUps: WakeUps): Promise<void>;
  /** The number of messages that no worker has taken. Each is for up to 64 orders. */
  count(): Promise<number>;
  /** Puts a message that `take` has returned back, so that another worker takes it next. */
  putBack(message: string): Promise<void>;
  openTaker(): WakeUpTaker;
}

/** The connection of a worker that takes messages. */
interface WakeUpTaker {
  /** Waits up to a second for a message and removes it from the list; null if there was none. Raises an error if Redis cannot serve it. */
  take(): Promise<string | null>;
  /** Ends the wait of `take` now if Redis permits it; a message is not lost. */
  interrupt(): Promise<void>;
  onError(report: (error: unknown) => void): void;
  disconnect(): void;
}

/**
 * The list keeps the newest messages up to this number. Without a worker that reads the list, for example while only workers of an older release run, it would
 * grow for ever.
 */
const messageLimit = 100_000;
/** Redis gives a message to the client that has waited the longest. A client whose machine is gone is not one of them for longer than this. */
const waitSeconds = 1;

/** `connect` opens a connection of its own for each taker, because a connection that waits cannot do anything else. */
export function createWakeUpList(redis: Redis, key: string, connect: () => Redis): WakeUpList {
  return {
    async push(wakeUps) {
      const length = await redis.rpush(key, JSON.stringify(wakeUps));
      if (length > messageLimit) await redis.ltrim(key, -messageLimit, -1);
    },
    count: () => redis.llen(key),
    async putBack(message) {
      await redis.lpush(key, message);
    },
    openTaker() {
      const waiting = connect();
      let clientId: number | undefined;
      waiting.on('ready', async () => {
        clientId = await waiting.client('ID').catch(() => undefined);
      });
      return {
        async take() {
          const [, message = null] = (await waiting.blpop(key, waitSeconds)) ?? [];
          return message;
        },
        async interrupt() {
          if (clientId !== undefined) await redis.client('UNBLOCK', clientId).catch(() => {});
        },
        onError: (report) => void waiting.on('error', report),
        disconnect: () => waiting.disconnect(),
      };
    },
  };
}
