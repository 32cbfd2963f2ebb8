import { openDb } from '@linework/db/db';
import { createIssuingFixture } from '@linework/fixtures/create-issuing-fixture';
import { createTestDb } from '@linework/testing/create-test-db';
import { afterAll, describe, expect, it } from 'vitest';
import { renewLease } from '../src/receipt-lease.ts';
import type { ReceiptSnapshot } from '../src/receipt-snapshot.ts';

const testDb = await createTestDb();
const db = openDb({ url: testDb.url });
afterAll(async () => {
  await db.close();
  await testDb.drop();
});

const after = (seconds: number) => ({ headers: { 'Retry-After': String(seconds) } });

describe('a receipt with a pending call to the tax authority', () => {
  it.each([
    [299_001, 300],
    [95_400, 96],
    [2_000, 2],
    [1, 1],
    [-3, 1],
    [3_600_000, 300],
  ])('that is due in %i ms makes a repetition wait %i seconds', async (ms, seconds) => {
    const now = new Date();
    const receipt = { id: 'none', isDue: false, dueAt: new Date(now.getTime() + ms), now } as ReceiptSnapshot;
    await expect(renewLease(db, receipt, 20_000)).rejects.toMatchObject({
      code: 'authority-request-in-flight',
      ...after(seconds),
    });
  });

  it('returns the time until the next call to a caller without a response, later each time', async () => {
    const { authority, draft, issue, row } = await createIssuingFixture(db);
    const receipt = await draft();
    authority.isUnavailable = true;
    for (const seconds of [2, 4, 8]) {
      const earliest = Date.now() + seconds * 1_000;
      await expect(issue(receipt)).rejects.toMatchObject({ status: 503, ...after(seconds) });
      const due = (await row(receipt)).dueAt?.getTime();
      expect(due).toBeGreaterThanOrEqual(earliest);
      expect(due).toBeLessThanOrEqual(Date.now() + seconds * 1_000);
      await db.pool.query(`UPDATE tax_receipt SET due_at = now() - interval '1 ms' WHERE id = $1`, [receipt.id]);
    }
  });

  it('returns the time until the end of the delay to a repetition while it is postponed', async () => {
    const { authority, draft, issue, cancel } = await createIssuingFixture(db);
    const receipt = await draft();
    authority.isUnavailable = true;
    await expect(issue(receipt)).rejects.toMatchObject({ status: 503 });
    await db.pool.query(
      `UPDATE tax_receipt SET due_at = date_trunc('milliseconds', now()) + interval '200 s' WHERE id = $1`,
      [receipt.id],
    );
    for (const ask of [issue, cancel]) {
      const refusal = await ask(receipt).catch(
        (error: unknown) => error as { code: string; headers: Record<string, string> },
      );
      expect(refusal).toMatchObject({ code: 'authority-request-in-flight' });
      const seconds = Number('headers' in refusal ? refusal.headers['Retry-After'] : 0);
      expect(seconds).toBeGreaterThan(180);
      expect(seconds).toBeLessThanOrEqual(200);
    }
  });
});
