import { type OpenDb, openDb } from '@linework/db/db';
import { createTestDb, type TestDb } from '@linework/testing/create-test-db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTaxRateDays } from '../src/read-tax-rate-days.ts';

describe('the days that the tax rates cover', () => {
  let testDb: TestDb;
  let db: OpenDb;

  beforeAll(async () => {
    testDb = await createTestDb();
    db = openDb({ url: testDb.url });
  });
  afterAll(async () => {
    await db.close();
    await testDb.drop();
  });

  /** Replaces the row of the day. */
  const setRate = (validFrom: string, rate: string | null) =>
    db.pool.query(
      `INSERT INTO tax_rate (tax, jurisdiction, valid_from, rate, regimes, is_added_to_total, source, source_date,
         replaces)
       VALUES ('CBS', 'BR', $1::date, $2::numeric, '{NORMAL}', true, 'an act', '2026-11-20',
         (SELECT id FROM tax_rate WHERE tax = 'CBS' AND valid_from = $1::date ORDER BY position DESC LIMIT 1))`,
      [validFrom, rate],
    );
  const daysUntil = async (day: string) =>
    (await db.pool.query('SELECT greatest($1::date - current_date, 0) AS days', [day])).rows[0].days;

  it('end at the next row that has no rate, or its correction', async () => {
    expect(await readTaxRateDays(db)).toBe(await daysUntil('2027-01-01'));
    await setRate('2027-01-01', '8.7');
    expect(await readTaxRateDays(db)).toBe(await daysUntil('2029-01-01'));
  });

  it('are none while a rate of today is missing', async () => {
    await setRate('2026-02-01', null);
    expect(await readTaxRateDays(db)).toBe(0);
    await setRate('2026-02-02', '0.9');
    expect(await readTaxRateDays(db)).toBeGreaterThan(0);
  });
});
