import { webhooks } from '@linework/sdk/webhooks';
import type { FeedEvent } from '../model/feed-event.ts';

export interface Forwarded {
  readonly isDelivered: boolean;
  readonly result: string;
  readonly ms: number;
}

interface ForwardOptions {
  readonly url: string;
  readonly secret: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Sends an event as a webhook: signed, with the id of the event, and delivered only if the answer is 2xx. A redirect is
 * not followed.
 */
export async function forwardEvent(
  event: FeedEvent,
  { url, secret, timeoutMs, signal }: ForwardOptions,
): Promise<Forwarded> {
  const body = JSON.stringify(event);
  const startedAt = Date.now();
  const signed = await webhooks.sign(body, secret, { id: event.id });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...signed },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    await response.body?.cancel();
    return { isDelivered: response.ok, result: String(response.status), ms: Date.now() - startedAt };
  } catch (error) {
    signal.throwIfAborted();
    return { isDelivered: false, result: describeFailure(error), ms: Date.now() - startedAt };
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time';
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
}
