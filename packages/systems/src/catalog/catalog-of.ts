import type { Db } from '@linework/db/db';
import { builtInCatalog } from '@linework/domain/catalog/built-in-catalog';
import type { CatalogOnDb } from '@linework/domain/catalog/catalog';
import type { PassingFault } from '@linework/domain/faults';
import type { CatalogConfig } from './catalog-config.ts';
import { httpCatalog } from './http-catalog.ts';

/** The catalogue that the settings name. Nothing is asked of it yet: it may come later than the program, and be away for a while. */
export function catalogOf(config: CatalogConfig, { db, onFault }: { readonly db: Db; readonly onFault: (fault: PassingFault) => void }): CatalogOnDb {
  const { CATALOG_URL: url, CATALOG_KEY: key, CATALOG_TIMEOUT_MS: timeoutMs } = config;
  return url === undefined ? builtInCatalog(db) : httpCatalog({ url, key, timeoutMs, onFault });
}
