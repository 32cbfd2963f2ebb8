import type { Db } from '@linework/db/db';
import { catalogOf } from '@linework/systems/catalog/catalog-of';
import { describe, expect, it } from 'vitest';

const parts = { db: {} as Db, onFault: () => undefined };

describe('the catalogue that is chosen', () => {
  it('is the built-in one without an address', () => {
    expect(catalogOf({ CATALOG_URL: undefined, CATALOG_KEY: '', CATALOG_TIMEOUT_MS: 1 }, parts).within({} as Db)).toBeDefined();
  });

  it('is refused with an address and no key', () => {
    expect(() => catalogOf({ CATALOG_URL: 'http://127.0.0.1:1', CATALOG_KEY: '', CATALOG_TIMEOUT_MS: 1 }, parts)).toThrow('CATALOG_KEY is needed');
  });
});
