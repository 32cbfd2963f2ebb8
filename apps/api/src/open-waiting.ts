import type { Db } from '@linework/db/db';
import { createFeedTail } from '@linework/events/feed/feed-tail';
import type { Log } from '@linework/log/log';
import { createOrderWaiter, createRemoteOrderWaiter } from '@linework/orders/order-waiter';
import { createSampleWaiter } from '@linework/webhooks/deliveries/send-sample';
import type { Config } from './config.ts';
import type { Deps } from './deps.ts';

export interface Waiting {
  readonly deps: Pick<Deps, 'feedTail' | 'orderWaiter' | 'sampleWaiter' | 'stopping'>;
  /** Ends all streams, and answers all waiting requests with what is known now. */
  stop(): void;
}

/** Creates what requests wait with: each reads the database once for all requests of this process, and only while one waits. */
export function openWaiting(
  { ORDERS_URL }: Pick<Config, 'ORDERS_URL'>,
  { db, log }: { readonly db: Db; readonly log: Log },
): Waiting {
  const stopping = new AbortController();
  const warn = (what: string) => (error: unknown) =>
    log.warn({ err: error }, `${what} were not read; the next poll tries again`);
  return {
    deps: {
      feedTail: createFeedTail({ db, onError: warn('the newest events') }),
      orderWaiter:
        ORDERS_URL === undefined
          ? createOrderWaiter(db, warn('the orders that requests wait for'))
          : createRemoteOrderWaiter(),
      sampleWaiter: createSampleWaiter(db, warn('the samples that requests wait for')),
      stopping: stopping.signal,
    },
    stop: () => stopping.abort(),
  };
}
