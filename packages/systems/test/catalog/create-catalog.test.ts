import type { Db } from '@linework/db/db';
import { silentLog } from '@linework/log/log';
import { noBreakerObserver } from '@linework/systems/breaker/create-system-breaker';
import { createCatalog } from '@linework/systems/catalog/create-catalog';
import { describe, expect, it } from 'vitest';

const parts = { db: {} as Db, log: silentLog, observer: noBreakerObserver };

describe('the selected catalogue', () => {
  it('is the built-in one without an address', () => {
    const { catalog, breakers } = createCatalog(
      { CATALOG_URL: undefined, CATALOG_KEY: '', CATALOG_TIMEOUT_MS: 1 },
      parts,
    );
    expect(catalog.inTransaction({} as Db)).toBeDefined();
    expect(breakers).toEqual([]);
  });

  it('is remote with an address, behind a breaker', () => {
    const { breakers } = createCatalog(
      { CATALOG_URL: 'http://127.0.0.1:1', CATALOG_KEY: 'the key', CATALOG_TIMEOUT_MS: 1 },
      parts,
    );
    expect(breakers.map(({ system, state }) => [system, state()])).toEqual([['catalog', 'closed']]);
  });

  it('is rejected with an address and no key', () => {
    expect(() =>
      createCatalog({ CATALOG_URL: 'http://127.0.0.1:1', CATALOG_KEY: '', CATALOG_TIMEOUT_MS: 1 }, parts),
    ).toThrow('CATALOG_KEY is needed');
  });
});
