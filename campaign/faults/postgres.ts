import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.ts';

const crashed = (name: string, signal: 'SIGQUIT' | 'SIGKILL'): Fault => ({
  name,
  async inject({ postgres }) {
    await postgres.crash(signal);
    await sleep(500);
    await postgres.start();
    return true;
  },
});

const sessionsEnded: Fault = {
  name: "PostgreSQL's sessions ended",
  inject: async ({ postgres }) => (await postgres.endSessions()) > 0,
};

/** Longer than a statement may wait for its answer: every program has to give up, and to go on with connections of its own making. */
const pausedMs = 8_000;

const paused: Fault = {
  name: 'PostgreSQL frozen',
  async inject({ postgres }) {
    await postgres.pause(pausedMs);
    return true;
  },
};

export const postgresFaults: readonly Fault[] = [
  crashed('PostgreSQL stopped immediate', 'SIGQUIT'),
  crashed("PostgreSQL's postmaster killed", 'SIGKILL'),
  sessionsEnded,
  paused,
];
