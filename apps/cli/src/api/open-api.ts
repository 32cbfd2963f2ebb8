import { Linework, OrderTimeoutError, type RequestReport } from '@linework/sdk';
import type { FeedEvent } from '../model/feed-event.ts';
import type { Order } from '../model/order.ts';
import type { Api, ApiRequest, FollowOptions } from './api.ts';

export interface OpenOptions {
  readonly url: string;
  readonly key: string;
  readonly signal: AbortSignal;
  /** Is told each try, with `--debug`. */
  readonly trace?: (sentence: string) => void;
}

/** Opens the API with the SDK, which repeats what may be repeated. */
export function openApi({ url, key, signal, trace }: OpenOptions): Api {
  const linework = new Linework({
    baseUrl: url,
    apiKey: key,
    ...(trace && { onRequest: (report) => trace(describeTry(report)) }),
  });
  return {
    url,
    async request(method: string, path: string, request: ApiRequest = {}) {
      const { data, response } = await linework
        .request(method, path as `/${string}`, { ...request, signal })
        .withResponse();
      return { data, status: response.status, headers: response.headers };
    },
    async download(path: string) {
      const response = await fetch(url + path, { headers: { 'X-API-Key': key }, redirect: 'manual', signal });
      if (response.ok && response.body) return response.body;
      // The SDK tells what is wrong as for any other request.
      const data = await linework.request('GET', path as `/${string}`, { signal, maxRetries: 0 });
      return [data] as unknown as AsyncIterable<Uint8Array>;
    },
    followEvents: ({ onEvent, ...options }) =>
      linework.events.follow({ ...options, signal, onEvent: (event) => onEvent(event as unknown as FeedEvent) }),
    followOrder: (orderId, options) => follow(linework, orderId, { signal, ...options }),
  };
}

interface SignalledOptions extends FollowOptions {
  readonly signal: AbortSignal;
}

async function follow(
  linework: Linework,
  orderId: string,
  { signal, deadline, onChange }: SignalledOptions,
): Promise<Order> {
  const timeoutMs = deadline === undefined ? Number.MAX_SAFE_INTEGER : Math.max(0, deadline - Date.now());
  try {
    return (await linework.waitForOrder(orderId, {
      signal,
      timeoutMs,
      onChange: onChange as ((order: unknown) => void) | undefined,
    })) as Order;
  } catch (error) {
    if (error instanceof OrderTimeoutError && error.order !== undefined) return error.order as Order;
    throw error;
  }
}

function describeTry({
  method,
  url,
  attempt,
  durationMs,
  status,
  requestId,
  retryInMs,
  idempotencyKey,
}: RequestReport): string {
  const again = retryInMs === undefined ? '' : `, again in ${Math.round(retryInMs)} ms`;
  const ids = [
    ...(requestId ? [`request ${requestId}`] : []),
    ...(idempotencyKey ? [`key ${idempotencyKey}`] : []),
  ].join(', ');
  const tries = attempt > 1 ? `, try ${attempt}` : '';
  const took = `${Math.round(durationMs)} ms${tries}${again}`;
  return `> ${method} ${url} ${status ?? 'no answer'} in ${took}${ids ? ` (${ids})` : ''}`;
}
