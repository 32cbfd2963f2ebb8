import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@linework/log/log';
import type { Faults } from '@linework/simulator/create-faults';
import type { FaultTarget, Match } from './fault-match.ts';

/** What the companies tell Linework. */
export interface Webhooks {
  /** From now on they tell the Linework at this address. */
  setTarget(linework: WebhookTarget): void;
  /** Rings at Linework: that something has changed, not what. Never fails, never waits. */
  notify(path: string, body: Readonly<Record<string, string>>): void;
  /** Asks something of Linework once; answers what it said, undefined where it cannot be reached. */
  send(path: string, body: unknown): Promise<{ readonly status: number; readonly body: unknown } | undefined>;
  close(): Promise<void>;
}

/** Where Linework is, and by which key it knows the companies. */
interface WebhookTarget {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

export interface WebhooksOptions {
  readonly target: WebhookTarget;
  readonly faults: Faults<Match, FaultTarget>;
  readonly log: Log;
}

/** A bell that nobody hears is rung again after each of these. */
const retryDelaysMs = [100, 500, 2_000, 5_000];
const timeoutMs = 5_000;

/** Without an address nobody is told anything. */
export function openWebhooks({ target: initialTarget, faults, log }: WebhooksOptions): Webhooks {
  let target = initialTarget;
  const closed = new AbortController();

  async function post(path: string, body: unknown): Promise<Response | undefined> {
    const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(timeoutMs)]);
    const { url, key } = target;
    const headers = { 'Content-Type': 'application/json', ...(key !== undefined && { 'X-API-Key': key }) };
    return fetch(new URL(path, url), { method: 'POST', headers, body: JSON.stringify(body), signal, redirect: 'error' }).catch(() => undefined);
  }

  async function notifyWithRetries(path: string, body: Readonly<Record<string, string>>): Promise<void> {
    const [id = ''] = Object.values(body);
    for (const waitMs of [0, ...retryDelaysMs]) {
      await sleep(waitMs, undefined, { signal: closed.signal, ref: false });
      const fault = faults.trigger({ operation: 'notify', id });
      if (fault?.rule.fault === 'slow') await sleep(fault.rule.ms, undefined, { signal: closed.signal, ref: false });
      else if (fault) return log.info({ id, faultId: fault.id }, 'notification lost');
      const response = await post(path, body);
      await response?.body?.cancel();
      // What it says no to, it would say no to again.
      if (response && response.status < 500 && response.status !== 429) return log.info({ id, status: response.status }, 'notification sent');
    }
    log.warn({ id }, 'notification not heard');
  }

  return {
    setTarget(newTarget) {
      target = newTarget;
    },
    notify(path, body) {
      if (target.url !== undefined) void notifyWithRetries(path, body).catch(() => undefined);
    },
    async send(path, body) {
      if (target.url === undefined) return undefined;
      const response = await post(path, body);
      return response && { status: response.status, body: await response.json().catch(() => undefined) };
    },
    async close() {
      closed.abort();
    },
  };
}
