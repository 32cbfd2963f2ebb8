import { knownKeysOfBroker } from '@linework/api-keys/known-keys-of-broker';
import { ConfigError } from '@linework/config/config-error';
import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import { createLocalOrderQueries, type OrderQueries } from '@linework/orders/order-queries';
import { createLoggedBreaker } from '../breaker/create-logged-breaker.ts';
import type { BreakerObserver, SystemBreaker } from '../breaker/create-system-breaker.ts';
import { createHttpOrderQueries } from './create-http-order-queries.ts';
import type { OwnKeys } from './mask-actors.ts';
import type { OrdersConfig } from './orders-config.ts';

interface OrderQueriesDeps {
  readonly db: Db;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly observer: BreakerObserver;
}

export interface ConfiguredOrderQueries {
  readonly orderQueries: OrderQueries;
  /** The breaker before an order service; undefined for this database. */
  readonly breakers: readonly SystemBreaker[];
}

/**
 * The order queries of these settings. The order service is not called yet. Raises `ConfigError` when one of its
 * settings is missing.
 */
export function createOrderQueries(
  config: OrdersConfig,
  { db, log, observer }: OrderQueriesDeps,
): ConfiguredOrderQueries {
  const { ORDERS_URL: url, ORDERS_KEY: key, ORDERS_TIMEOUT_MS: timeoutMs } = config;
  if (url !== undefined && key === '') throw new ConfigError(['ORDERS_KEY is needed with ORDERS_URL']);
  if (url === undefined && key !== '') throw new ConfigError(['ORDERS_URL is needed with ORDERS_KEY']);
  if (url === undefined) return { orderQueries: createLocalOrderQueries(db), breakers: [] };
  const breaker = createLoggedBreaker({
    system: 'orders',
    log,
    observer,
    unavailableMessage: 'the order service does not respond; requests for orders get 503',
    backMessage: 'the order service responds again',
  });
  const onError = ({ code }: { readonly code: string }) => log.warn({ code }, 'a call to the order service failed');
  const ownKeys: OwnKeys = (brokerId, keyIds) => knownKeysOfBroker(db, brokerId, keyIds);
  return {
    orderQueries: createHttpOrderQueries({ url, key, timeoutMs, breaker, ownKeys, onError }),
    breakers: [breaker],
  };
}
