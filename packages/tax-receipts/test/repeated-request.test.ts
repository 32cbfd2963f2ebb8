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

const [mark, another] = [Buffer.from('one key'), Buffer.from('another key')];

describe('a request about a tax receipt, repeated with its key before there was a response', () => {
  it.each(['after-number', 'after-authority'] as const)(
    'gets the issue that the job has completed from %s',
    async (point) => {
      const { draft, issue, pollDue, authority } = await createIssuingFixture(db);
      const receipt = await draft();
      armCrashPoint(point, 'throw');
      await expect(issue(receipt, mark)).rejects.toThrow(point);
      await expect(issue(receipt, mark)).rejects.toMatchObject({ code: 'authority-request-in-flight' });
      await pollDue();
      expect(await issue(receipt, mark)).toMatchObject({ status: 'ACTIVE', number: 1 });
      for (const other of [another, undefined])
        await expect(issue(receipt, other)).rejects.toMatchObject({ name: 'invalid-status-transition' });
      expect(authority.authorised).toHaveLength(1);
    },
  );

  it('gets the refusal that the job received, and makes no further call', async () => {
    const { draft, issue, pollDue, authority, row } = await createIssuingFixture(db);
    const receipt = await draft();
    armCrashPoint('after-number', 'throw');
    await expect(issue(receipt, mark)).rejects.toThrow();
    authority.nextFailures.push({ refuse: '539' });
    await pollDue();
    const refused = { status: 422, code: 'refused-by-authority', members: { authorityCode: '539' } };
    await expect(issue(receipt, mark)).rejects.toMatchObject(refused);
    expect(await row(receipt)).toMatchObject({ status: 'DRAFT', number: 1, dueAt: null });
    expect(await issue(receipt, another)).toMatchObject({ status: 'ACTIVE', number: 1 });
  });

  it('is executed when it died before it had an effect', async () => {
    const { draft, issue, authority } = await createIssuingFixture(db);
    const receipt = await draft();
    authority.nextFailures.push({ refuse: '539' });
    await expect(issue(receipt, mark)).rejects.toMatchObject({ status: 422 });
    expect(await issue(receipt, another)).toMatchObject({ status: 'ACTIVE' });
  });

  it.each(['22', 'DEBIT_RECEIPT'] as const)('of model %s gets the result that was reached at once', async (model) => {
    const { draft, issue, cancel } = await createIssuingFixture(db);
    const receipt = await draft(model);
    const issued = await issue(receipt, mark);
    expect(await issue(receipt, mark)).toEqual(issued);
    const canceled = await cancel(receipt, another);
    expect(await cancel(receipt, another)).toEqual(canceled);
    await expect(issue(receipt, mark)).rejects.toMatchObject({ name: 'invalid-status-transition' });
  });

  it.each(['after-canceling', 'after-authority'] as const)(
    'gets the cancellation that the job has completed from %s',
    async (point) => {
      const { draft, issue, cancel, pollDue, authority } = await createIssuingFixture(db);
      const receipt = await issue(await draft(), mark);
      armCrashPoint(point, 'throw');
      await expect(cancel(receipt, another)).rejects.toThrow(point);
      await pollDue();
      expect(await cancel(receipt, another)).toMatchObject({ status: 'CANCELED', number: 1 });
      expect(authority.canceled).toHaveLength(1);
    },
  );

  it('gets the discarded draft, also one that had been refused', async () => {
    const { draft, issue, cancel, authority } = await createIssuingFixture(db);
    const receipt = await draft();
    authority.nextFailures.push({ refuse: '539' });
    await expect(issue(receipt)).rejects.toMatchObject({ status: 422 });
    expect(await cancel(receipt, mark)).toMatchObject({ status: 'CANCELED' });
    expect(await cancel(receipt, mark)).toMatchObject({ status: 'CANCELED' });
  });
});
