import { ConfigError } from '@linework/config/config-error';
import type { Db } from '@linework/db/db';
import { knownKeysOfBroker } from '@linework/domain/keys/known-keys-of-broker';
import { builtInOrderBook, type OrderBook } from '@linework/domain/orders/order-book';
import type { Log } from '@linework/log/log';
import { loggedBreaker } from '../breaker/logged-breaker.ts';
import type { BreakerObserver, SystemBreaker } from '../breaker/system-breaker.ts';
import { httpOrderBook } from './http-order-book.ts';
import type { OwnKeys } from './mask-actors.ts';
import type { OrdersConfig } from './orders-config.ts';

interface Parts {
  readonly db: Db;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly observer: BreakerObserver;
}

export interface ChosenOrderBook {
  readonly orderBook: OrderBook;
  /** Before an order service; none before this database. */
  readonly breakers: readonly SystemBreaker[];
}

/** Where these settings look orders up. Nothing is asked of the order service yet. Raises `ConfigError` where one of its settings is missing. */
export function orderBookOf(config: OrdersConfig, { db, log, observer }: Parts): ChosenOrderBook {
  const { ORDERS_URL: url, ORDERS_KEY: key, ORDERS_TIMEOUT_MS: timeoutMs } = config;
  if (url !== undefined && key === '') throw new ConfigError(['ORDERS_KEY is needed with ORDERS_URL']);
  if (url === undefined && key !== '') throw new ConfigError(['ORDERS_URL is needed with ORDERS_KEY']);
  if (url === undefined) return { orderBook: builtInOrderBook(db), breakers: [] };
  const breaker = loggedBreaker({ system: 'orders', log, observer, away: 'the order service does not answer', back: 'the order service answers again' });
  const onFault = ({ code }: { readonly code: string }) => log.warn({ code }, 'a call to the order service failed');
  const ownKeys: OwnKeys = (brokerId, keyIds) => knownKeysOfBroker(db, brokerId, keyIds);
  return { orderBook: httpOrderBook({ url, key, timeoutMs, breaker, ownKeys, onFault }), breakers: [breaker] };
}
