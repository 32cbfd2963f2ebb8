import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@linework/log/log';
import type { Faults } from '@linework/simulator/faults';
import type { Match, StrikableCall } from './fault.ts';

/** What the companies tell Linework. */
export interface Notices {
  /** From now on they tell the Linework at this address. */
  tell(linework: Linework): void;
  /** Rings at Linework: that something has changed, not what. Never fails, never waits. */
  ring(path: string, body: Readonly<Record<string, string>>): void;
  /** Asks something of Linework once; answers what it said, undefined where it cannot be reached. */
  ask(path: string, body: unknown): Promise<{ readonly status: number; readonly body: unknown } | undefined>;
  close(): Promise<void>;
}

/** Where Linework is, and by which key it knows the companies. */
export interface Linework {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

export interface NoticesOptions {
  readonly linework: Linework;
  readonly faults: Faults<Match, StrikableCall>;
  readonly log: Log;
}

/** A bell that nobody hears is rung again after each of these. */
const againAfterMs = [100, 500, 2_000, 5_000];
const timeoutMs = 5_000;

/** Without an address nobody is told anything. */
export function openNotices({ linework: told, faults, log }: NoticesOptions): Notices {
  let linework = told;
  const closed = new AbortController();

  async function post(path: string, body: unknown): Promise<Response | undefined> {
    const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(timeoutMs)]);
    const { url, key } = linework;
    const headers = { 'Content-Type': 'application/json', ...(key !== undefined && { 'X-API-Key': key }) };
    return fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body), signal, redirect: 'error' }).catch(() => undefined);
  }

  async function ringUntilHeard(path: string, body: Readonly<Record<string, string>>): Promise<void> {
    const [id = ''] = Object.values(body);
    for (const waitMs of [0, ...againAfterMs]) {
      await sleep(waitMs, undefined, { signal: closed.signal, ref: false });
      const fault = faults.strike({ operation: 'notify', id });
      if (fault?.order.fault === 'slow') await sleep(fault.order.ms, undefined, { signal: closed.signal, ref: false });
      else if (fault) return log.info({ id, faultId: fault.id }, 'notification lost');
      const answer = await post(path, body);
      await answer?.body?.cancel();
      // What it says no to, it would say no to again.
      if (answer && answer.status < 500 && answer.status !== 429) return log.info({ id, status: answer.status }, 'notification sent');
    }
    log.warn({ id }, 'notification not heard');
  }

  return {
    tell(other) {
      linework = other;
    },
    ring(path, body) {
      if (linework.url !== undefined) void ringUntilHeard(path, body).catch(() => undefined);
    },
    async ask(path, body) {
      if (linework.url === undefined) return undefined;
      const answer = await post(path, body);
      return answer && { status: answer.status, body: await answer.json().catch(() => undefined) };
    },
    async close() {
      closed.abort();
    },
  };
}
