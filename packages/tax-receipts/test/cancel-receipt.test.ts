import { openDb } from '@linework/db/db';
import { armCrashPoint, disarmCrashPoints } from '@linework/engine/model/crash-points';
import { createIssuingFixture } from '@linework/fixtures/create-issuing-fixture';
import { createTestDb } from '@linework/testing/create-test-db';
import { afterAll, afterEach, describe, expect, it } from 'vitest';

const testDb = await createTestDb();
const db = openDb({ url: testDb.url });
afterAll(async () => {
  await db.close();
  await testDb.drop();
});
afterEach(disarmCrashPoints);

describe('cancelling a tax receipt', () => {
  it('discards a draft, and uses no number', async () => {
    const { draft, cancel, issue, row, events } = await createIssuingFixture(db);
    const receipt = await draft();
    expect(await cancel(receipt)).toMatchObject({ status: 'CANCELED', canceledAt: expect.any(String) });
    expect(await row(receipt)).toMatchObject({ number: null });
    expect((await issue(await draft())).number).toBe(1);
    expect(await events(receipt)).toEqual(['tax_receipt.drafted', 'tax_receipt.canceled']);
    await expect(cancel(receipt)).rejects.toMatchObject({
      name: 'invalid-status-transition',
      members: { currentStatus: 'CANCELED', allowed: [] },
    });
  });

  it('releases the number of a refused draft for the next issue, so that there is no gap', async () => {
    const { authority, draft, issue, cancel, numbers } = await createIssuingFixture(db);
    const refused = await draft();
    authority.nextFailures.push({ refuse: '539' });
    await expect(issue(refused)).rejects.toMatchObject({ status: 422 });
    expect((await issue(await draft())).number).toBe(2);
    expect(await cancel(refused)).not.toHaveProperty('number');
    expect((await issue(await draft())).number).toBe(1);
    expect((await issue(await draft())).number).toBe(3);
    expect(await numbers()).toEqual([1, 2, 3]);
  });

  it('cancels an issued receipt, when the authority had authorised the draft in the meantime', async () => {
    const { authority, draft, issue, cancel, row, events } = await createIssuingFixture(db);
    const receipt = await draft();
    authority.nextFailures.push('lost');
    await expect(issue(receipt)).rejects.toMatchObject({ status: 503 });
    await db.pool.query(`UPDATE tax_receipt SET due_at = now() - interval '1 ms' WHERE id = $1`, [receipt.id]);
    expect(await cancel(receipt)).toMatchObject({ status: 'CANCELED', number: 1, issuedAt: expect.any(String) });
    expect(authority.authorised).toEqual(authority.canceled);
    expect((await row(receipt)).cancelProtocol).toMatch(/^\d{16}$/);
    expect(await events(receipt)).toEqual(['tax_receipt.drafted', 'tax_receipt.issued', 'tax_receipt.canceled']);
  });

  it('waits while another caller has the lease', async () => {
    const { draft, issue, cancel } = await createIssuingFixture(db);
    const receipt = await draft();
    armCrashPoint('after-number', 'throw');
    await expect(issue(receipt)).rejects.toThrow();
    await expect(cancel(receipt)).rejects.toMatchObject({ name: 'conflict', code: 'authority-request-in-flight' });
  });

  it.each(['62', '22', 'DEBIT_RECEIPT'] as const)('keeps the number of an issued one of model %s', async (model) => {
    const { authority, draft, issue, cancel } = await createIssuingFixture(db);
    const { number, id } = await issue(await draft(model));
    expect(await cancel({ id })).toMatchObject({ status: 'CANCELED', number });
    expect(authority.canceled).toHaveLength(model === '62' ? 1 : 0);
    expect((await issue(await draft(model))).number).toBe(2);
  });

  it('of model 62 ends 120 hours after the month of its authorisation, and returns that deadline', async () => {
    const { authority, draft, issue, cancel } = await createIssuingFixture(db);
    const receipt = await issue(await draft());
    await db.pool.query(`UPDATE tax_receipt SET issued_at = '2026-10-15T12:00:00Z' WHERE id = $1`, [receipt.id]);
    await expect(cancel(receipt)).rejects.toMatchObject({
      name: 'conflict',
      members: { deadline: '2026-11-06T03:00:00.000Z' },
    });
    expect(authority.canceled).toEqual([]);
    const debit = await issue(await draft('DEBIT_RECEIPT'));
    await db.pool.query(`UPDATE tax_receipt SET issued_at = '2026-10-15T12:00:00Z' WHERE id = $1`, [debit.id]);
    expect(await cancel(debit)).toMatchObject({ status: 'CANCELED' });
  });

  it.each(['after-canceling', 'after-authority'] as const)(
    'is completed by the job when it ends %s, and registered once',
    async (point) => {
      const { authority, draft, issue, cancel, pollDue, row, events } = await createIssuingFixture(db);
      const receipt = await issue(await draft());
      armCrashPoint(point, 'throw');
      await expect(cancel(receipt)).rejects.toThrow(point);
      expect(await row(receipt)).toMatchObject({ status: 'ACTIVE' });
      expect(await pollDue()).toBe(1);
      expect(await row(receipt)).toMatchObject({ status: 'CANCELED', dueAt: null });
      expect(authority.canceled).toHaveLength(1);
      expect(await events(receipt)).toEqual(['tax_receipt.drafted', 'tax_receipt.issued', 'tax_receipt.canceled']);
    },
  );

  it.each(['unavailable', 'lost'] as const)(
    'is 503 while the authority is %s, and completed by the job',
    async (fault) => {
      const { authority, draft, issue, cancel, pollDue, row } = await createIssuingFixture(db);
      const receipt = await issue(await draft());
      authority.nextFailures.push(fault);
      await expect(cancel(receipt)).rejects.toMatchObject({ status: 503 });
      await pollDue();
      expect(await row(receipt)).toMatchObject({ status: 'CANCELED' });
      expect(authority.canceled).toHaveLength(1);
    },
  );

  it('leaves it issued when the authority refuses, and can be requested again', async () => {
    const { authority, draft, issue, cancel, row } = await createIssuingFixture(db);
    const receipt = await issue(await draft());
    authority.nextFailures.push({ refuse: '220' });
    await expect(cancel(receipt)).rejects.toMatchObject({ status: 422, members: { authorityCode: '220' } });
    expect(await row(receipt)).toMatchObject({ status: 'ACTIVE', cancelingAt: null, dueAt: null });
    expect(await cancel(receipt)).toMatchObject({ status: 'CANCELED' });
  });
});
