import { ConfigError } from '@linework/config/config-error';
import type { Db } from '@linework/db/db';
import { builtInCatalog } from '@linework/domain/catalog/built-in-catalog';
import type { CatalogOnDb } from '@linework/domain/catalog/catalog';
import type { PassingFault } from '@linework/domain/faults';
import type { CatalogConfig } from './catalog-config.ts';
import { httpCatalog } from './http-catalog.ts';

/** The catalogue that the settings name. Nothing is asked of it yet: it may come later than the program, and be away for a while. Raises `ConfigError` where the other's key is missing. */
export function catalogOf(config: CatalogConfig, { db, onFault }: { readonly db: Db; readonly onFault: (fault: PassingFault) => void }): CatalogOnDb {
  const { CATALOG_URL: url, CATALOG_KEY: key, CATALOG_TIMEOUT_MS: timeoutMs } = config;
  if (url !== undefined && key === '') throw new ConfigError(['CATALOG_KEY is needed with CATALOG_URL']);
  return url === undefined ? builtInCatalog(db) : httpCatalog({ url, key, timeoutMs, onFault });
}
