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

/** Longer than the statement time-out: every program has to abandon its statements and open new connections. */
const pausedMs = 8_000;

const paused: Fault = {
  name: 'PostgreSQL frozen',
  async inject({ postgres }) {
    await postgres.pause(pausedMs);
    return true;
  },
};

export const postgresFaults: readonly Fault[] = [
  crashed('PostgreSQL stopped in immediate mode', 'SIGQUIT'),
  crashed("PostgreSQL's postmaster killed", 'SIGKILL'),
  sessionsEnded,
  paused,
];
