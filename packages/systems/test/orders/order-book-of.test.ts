import type { Db } from '@linework/db/db';
import { silentLog } from '@linework/log/log';
import { noObserver } from '@linework/systems/breaker/system-breaker';
import { orderBookOf } from '@linework/systems/orders/order-book-of';
import { describe, expect, it } from 'vitest';

const parts = { db: {} as Db, log: silentLog, observer: noObserver };
const settings = { ORDERS_URL: 'http://127.0.0.1:1', ORDERS_KEY: 'a key', ORDERS_TIMEOUT_MS: 1_000 };

describe('where orders are looked up', () => {
  it('is this database without an address, and another Linework with one', () => {
    expect(orderBookOf({ ...settings, ORDERS_URL: undefined, ORDERS_KEY: '' }, parts).breakers).toEqual([]);
    expect(orderBookOf(settings, parts).breakers).toMatchObject([{ system: 'orders' }]);
  });

  it.each([
    ['ORDERS_KEY is needed with ORDERS_URL', { ORDERS_KEY: '' }],
    ['ORDERS_URL is needed with ORDERS_KEY', { ORDERS_URL: undefined }],
  ])('is refused: %s', (sentence, wrong) => {
    expect(() => orderBookOf({ ...settings, ...wrong }, parts)).toThrow(sentence);
  });
});
