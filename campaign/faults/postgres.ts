import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './fault.ts';

const away = (name: string, signal: 'SIGQUIT' | 'SIGKILL'): Fault => ({
  name,
  async inflict({ postgres }) {
    await postgres.crash(signal);
    await sleep(500);
    await postgres.start();
    return true;
  },
});

const sessionsEnded: Fault = {
  name: "PostgreSQL's sessions ended",
  inflict: async ({ postgres }) => (await postgres.endSessions()) > 0,
};

export const postgresFaults: readonly Fault[] = [
  away('PostgreSQL stopped immediate', 'SIGQUIT'),
  away("PostgreSQL's postmaster killed", 'SIGKILL'),
  sessionsEnded,
];
