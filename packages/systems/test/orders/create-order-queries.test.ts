import type { Db } from '@linework/db/db';
import { silentLog } from '@linework/log/log';
import { noBreakerObserver } from '@linework/systems/breaker/create-system-breaker';
import { createOrderQueries } from '@linework/systems/orders/create-order-queries';
import { describe, expect, it } from 'vitest';

const parts = { db: {} as Db, log: silentLog, observer: noBreakerObserver };
const settings = { ORDERS_URL: 'http://127.0.0.1:1', ORDERS_KEY: 'a key', ORDERS_TIMEOUT_MS: 1_000 };

describe('the source of orders', () => {
  it('is this database without an address, and another Linework with one', () => {
    expect(createOrderQueries({ ...settings, ORDERS_URL: undefined, ORDERS_KEY: '' }, parts).breakers).toEqual([]);
    expect(createOrderQueries(settings, parts).breakers).toMatchObject([{ system: 'orders' }]);
  });

  it.each([
    ['ORDERS_KEY is needed with ORDERS_URL', { ORDERS_KEY: '' }],
    ['ORDERS_URL is needed with ORDERS_KEY', { ORDERS_URL: undefined }],
  ])('is rejected: %s', (sentence, wrong) => {
    expect(() => createOrderQueries({ ...settings, ...wrong }, parts)).toThrow(sentence);
  });
});
