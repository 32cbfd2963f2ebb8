// Own loop: the delay of a retry of cockatiel does not end when the simulator is closed (decision 67).
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@linework/log/log';
import type { Faults } from '@linework/simulator/create-faults';
import type { FaultTarget, Match } from './fault-match.ts';

/** The webhooks from the companies to Linework. */
export interface Webhooks {
  /** Sets the address of the Linework to notify from now on. */
  setTarget(linework: WebhookTarget): void;
  /** Notifies Linework that something has changed, not what. Never fails, never waits. */
  notify(path: string, body: Readonly<Record<string, string>>): void;
  /** Sends Linework one request; returns the response, undefined when it cannot be reached. */
  send(path: string, body: unknown): Promise<{ readonly status: number; readonly body: unknown } | undefined>;
  close(): Promise<void>;
}

/** The address of Linework, and the key of the companies there. */
interface WebhookTarget {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

export interface WebhooksOptions {
  readonly target: WebhookTarget;
  readonly faults: Faults<Match, FaultTarget>;
  readonly log: Log;
}

/** A notification that fails is repeated after each of these delays. */
const retryDelaysMs = [100, 500, 2_000, 5_000];
const timeoutMs = 5_000;

/** Without an address nothing is notified. */
export function openWebhooks({ target: initialTarget, faults, log }: WebhooksOptions): Webhooks {
  let target = initialTarget;
  const closed = new AbortController();

  async function post(path: string, body: unknown): Promise<Response | undefined> {
    const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(timeoutMs)]);
    const { url, key } = target;
    const headers = { 'Content-Type': 'application/json', ...(key !== undefined && { 'X-API-Key': key }) };
    return fetch(new URL(path, url), {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal,
      redirect: 'error',
    }).catch(() => undefined);
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
      // A rejected notification would be rejected again.
      if (response && response.status < 500 && response.status !== 429)
        return log.info({ id, status: response.status }, 'notification sent');
    }
    log.warn({ id }, 'notification could not be delivered (Linework not reachable)');
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
