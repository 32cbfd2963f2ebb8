import { builtInCatalog } from '@linework/catalog/built-in-catalog';
import type { TransactionalCatalog } from '@linework/catalog/catalog';
import { ConfigError } from '@linework/config/config-error';
import type { Db } from '@linework/db/db';
import type { Log } from '@linework/log/log';
import { createLoggedBreaker } from '../breaker/create-logged-breaker.ts';
import type { BreakerObserver, SystemBreaker } from '../breaker/create-system-breaker.ts';
import type { CatalogConfig } from './catalog-config.ts';
import { createHttpCatalog } from './create-http-catalog.ts';

interface CatalogDeps {
  readonly db: Db;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly observer: BreakerObserver;
}

export interface ConfiguredCatalog {
  readonly catalog: TransactionalCatalog;
  /** The breaker before a remote catalogue; undefined for the built-in one. */
  readonly breakers: readonly SystemBreaker[];
}

/**
 * The catalogue of the settings, behind a breaker if it is remote. It is not called yet: it may start later than this
 * program, and be unreachable for a while. Raises `ConfigError` when the key of the remote catalogue is missing.
 */
export function createCatalog(config: CatalogConfig, { db, log, observer }: CatalogDeps): ConfiguredCatalog {
  const { CATALOG_URL: url, CATALOG_KEY: key, CATALOG_TIMEOUT_MS: timeoutMs } = config;
  if (url === undefined) return { catalog: builtInCatalog(db), breakers: [] };
  if (key === '') throw new ConfigError(['CATALOG_KEY is needed with CATALOG_URL']);
  const breaker = createLoggedBreaker({
    system: 'catalog',
    log,
    observer,
    unavailableMessage: 'the catalogue does not respond; cached versions are still used',
    backMessage: 'the catalogue responds again',
  });
  const onError = ({ code }: { readonly code: string }) => log.warn({ code }, 'a call to the catalogue failed');
  return { catalog: createHttpCatalog({ url, key, timeoutMs, breaker, onError }), breakers: [breaker] };
}
