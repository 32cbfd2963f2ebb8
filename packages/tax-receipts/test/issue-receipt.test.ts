import { openDb } from '@linework/db/db';
import { armCrashPoint, disarmCrashPoints } from '@linework/engine/model/crash-points';
import { createIssuingFixture } from '@linework/fixtures/create-issuing-fixture';
import { assignNumber } from '@linework/tax-receipts/assign-number';
import type { ReceiptContent } from '@linework/tax-receipts/content/receipt-content';
import { lockReceipt } from '@linework/tax-receipts/receipt-snapshot';
import { anOperator } from '@linework/testing/callers';
import { createTestDb } from '@linework/testing/create-test-db';
import { afterAll, afterEach, describe, expect, it } from 'vitest';

const testDb = await createTestDb();
const db = openDb({ url: testDb.url, poolSize: 12 });
afterAll(async () => {
  await db.close();
  await testDb.drop();
});
afterEach(disarmCrashPoints);

const listNumbers = (count: number) => Array.from({ length: count }, (_, place) => place + 1);

describe('issuing a tax receipt', () => {
  it.each(['62', '22', 'DEBIT_RECEIPT'] as const)(
    'gives 32 of model %s at once the numbers 1 to 32, each once',
    async (model) => {
      const { authority, draft, issue, numbers } = await createIssuingFixture(db);
      const drafts = [];
      for (let count = 0; count < 32; count += 1) drafts.push(await draft(model));
      const issued = await Promise.all(drafts.map((one) => issue(one)));
      expect(issued.map(({ number }) => number).toSorted((one, other) => (one ?? 0) - (other ?? 0))).toEqual(
        listNumbers(32),
      );
      expect(new Set(issued.map(({ serialNumberId }) => serialNumberId)).size).toBe(1);
      expect(await numbers()).toEqual(listNumbers(32));
      expect(new Set(authority.authorised).size).toBe(model === '62' ? 32 : 0);
    },
  );

  it('requested 8 times at once is done once', async () => {
    const { authority, draft, issue, numbers, events } = await createIssuingFixture(db);
    const receipt = await draft();
    const answers = await Promise.allSettled(Array.from({ length: 8 }, () => issue(receipt)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 'rejected')
        expect(['authority-request-in-flight', 'invalid-status-transition']).toContain(answer.reason.code);
    }
    expect(await numbers()).toEqual([1]);
    expect(authority.authorised).toHaveLength(1);
    expect(await events(receipt)).toEqual(['tax_receipt.drafted', 'tax_receipt.issued']);
  });

  it.each(['after-number', 'after-authority'] as const)(
    'that ends %s is completed by the job, and authorised once',
    async (point) => {
      const { authority, draft, issue, pollDue, row, numbers, events } = await createIssuingFixture(db);
      const receipt = await draft();
      armCrashPoint(point, 'throw');
      await expect(issue(receipt)).rejects.toThrow(point);
      const numbered = await row(receipt);
      expect(numbered).toMatchObject({ status: 'DRAFT', number: 1 });
      const next = await issue(await draft());
      expect(next.number).toBe(2);
      expect(await pollDue()).toBe(1);
      expect(await row(receipt)).toMatchObject({
        status: 'ACTIVE',
        number: 1,
        accessKey: numbered.accessKey,
        signedXml: numbered.signedXml,
        dueAt: null,
      });
      expect(authority.authorised.toSorted()).toEqual([numbered.accessKey, (await row(next)).accessKey].toSorted());
      expect(await numbers()).toEqual([1, 2]);
      expect(await events(receipt)).toEqual(['tax_receipt.drafted', 'tax_receipt.issued']);
      expect(await pollDue()).toBe(0);
    },
  );

  it.each(['unavailable', 'lost'] as const)(
    'is 503 while the authority is %s, and completed by the job',
    async (fault) => {
      const { authority, draft, issue, pollDue, row } = await createIssuingFixture(db);
      const receipt = await draft();
      authority.nextFailures.push(fault);
      await expect(issue(receipt)).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '2' } });
      expect(await row(receipt)).toMatchObject({ status: 'DRAFT', number: 1 });
      await pollDue();
      expect(await row(receipt)).toMatchObject({ status: 'ACTIVE', number: 1 });
      expect(authority.authorised).toHaveLength(1);
    },
  );

  it('is retried with growing delays while the authority is unavailable for a week, and then done once', async () => {
    const { authority, draft, issue, pollDue, row } = await createIssuingFixture(db);
    const receipts = [await draft(), await draft()];
    authority.isUnavailable = true;
    for (const receipt of receipts) await expect(issue(receipt)).rejects.toMatchObject({ status: 503 });
    for (let poll = 0; poll < 12; poll += 1) await pollDue();
    const waiting = await row(receipts[0] ?? { id: '' });
    expect((waiting.dueAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(250_000);
    authority.isUnavailable = false;
    await Promise.all([pollDue(), pollDue()]);
    for (const receipt of receipts) expect(await row(receipt)).toMatchObject({ status: 'ACTIVE' });
    expect(new Set(authority.authorised).size).toBe(2);
    expect(authority.authorised).toHaveLength(2);
  });

  it('keeps number and refusal, and uses the same number after the correction', async () => {
    const { authority, draft, issue, row, events } = await createIssuingFixture(db);
    const receipt = await draft();
    authority.nextFailures.push({ refuse: '539' });
    await expect(issue(receipt)).rejects.toMatchObject({
      status: 422,
      code: 'refused-by-authority',
      members: { authorityCode: '539' },
    });
    const refused = await row(receipt);
    expect(refused).toMatchObject({ status: 'DRAFT', number: 1, refusal: { code: '539' }, dueAt: null });
    const { id } = await issue(await draft());
    await db.pool.query(`UPDATE holder SET name = 'Outro Nome' WHERE id = $1`, [receipt.customerId]);
    expect(await issue(receipt)).toMatchObject({ status: 'ACTIVE', number: 1 });
    const again = await row(receipt);
    expect(again).toMatchObject({ code: refused.code, refusal: null });
    expect(again.signedXml).toContain('Outro Nome');
    expect(await row({ id })).toMatchObject({ number: 2 });
    expect(await events(receipt)).toEqual(['tax_receipt.drafted', 'tax_receipt.refused', 'tax_receipt.issued']);
  });

  it('assigns no number when no document can be built', async () => {
    const { draft, issue, row, numbers } = await createIssuingFixture(db);
    const receipt = await draft();
    await db.pool.query(`UPDATE tax_receipt SET content = jsonb_set(content, '{items}', '[]') WHERE id = $1`, [
      receipt.id,
    ]);
    await expect(issue(receipt)).rejects.toMatchObject({ status: 422, code: 'not-a-tax-receipt' });
    expect(await row(receipt)).toMatchObject({ number: null });
    expect((await issue(await draft())).number).toBe(1);
    expect(await numbers()).toEqual([1]);
  });

  it('adds the groups to a draft that is older than IBS and CBS, and stores them with it', async () => {
    const { draft, issue, row } = await createIssuingFixture(db);
    const receipt = await draft();
    expect(JSON.stringify((await row(receipt)).content)).not.toContain('ibsCbs');
    await issue(receipt);
    const { content, signedXml } = await row(receipt);
    expect(signedXml).toMatch(/<IBSCBS>.*<IBSCBSTot>.*<vTotDFe>/);
    expect(
      (content as unknown as ReceiptContent).items.every(({ taxes }) => taxes.ibsCbs?.classification === '000001'),
    ).toBe(true);
  });

  it('uses no number in a year whose rates of IBS and CBS are unknown', async () => {
    const { draft, issue, row, brokerId, deps } = await createIssuingFixture(db);
    const receipt = await draft();
    const command = { caller: anOperator(), receiptId: receipt.id };
    const inNewYear = db.transaction(async (tx) => {
      const held = await lockReceipt(tx, command, 'issue');
      if (!held) throw new Error('the draft is gone');
      const content = held.content as ReceiptContent;
      return assignNumber(tx, { ...held, now: new Date('2027-01-01T03:10:00Z') }, { content, command, tax: deps.tax });
    });
    await expect(inNewYear).rejects.toMatchObject({ status: 422, code: 'tax-rates-unknown', members: { year: 2027 } });
    expect(await row(receipt)).toMatchObject({ status: 'DRAFT', number: null, signedXml: null });
    expect(await db.prisma.serialNumber.findMany({ where: { supplier: { brokerId } } })).toEqual([]);
    expect(await issue(receipt)).toMatchObject({ status: 'ACTIVE', number: 1 });
  });

  it('assigns no number to an item whose class has no classification of IBS and CBS', async () => {
    const { draft, issue, row } = await createIssuingFixture(db);
    const receipt = await draft();
    const unknown = `content #- '{items,0,cfop}'`;
    await db.pool.query(
      `UPDATE tax_receipt
       SET content = jsonb_set(jsonb_set(${unknown}, '{items,0,classification}', '"9999999"'), '{items,0,taxes}',
         '{"icms": {"kind": "OUTSIDE"}}')
       WHERE id = $1`,
      [receipt.id],
    );
    await expect(issue(receipt)).rejects.toMatchObject({ status: 422, code: 'not-a-tax-receipt' });
    expect(await row(receipt)).toMatchObject({ status: 'DRAFT', number: null });
  });

  it('is rejected for an invoice that was voided since, and for an issued receipt', async () => {
    const { draft, issue } = await createIssuingFixture(db);
    const receipt = await draft('DEBIT_RECEIPT');
    await issue(receipt);
    await expect(issue(receipt)).rejects.toMatchObject({
      name: 'invalid-status-transition',
      members: { currentStatus: 'ACTIVE', allowed: ['cancel'] },
    });
    const late = await draft();
    await db.pool.query(
      `UPDATE invoice
       SET status = 'VOID', voided_at = now()
       WHERE id = (SELECT invoice_id FROM tax_receipt WHERE id = $1)`,
      [late.id],
    );
    await expect(issue(late)).rejects.toMatchObject({ code: 'invoice-not-owed' });
  });

  it('counts each supplier, model and state separately', async () => {
    const [one, other] = [await createIssuingFixture(db), await createIssuingFixture(db)];
    expect((await one.issue(await one.draft('62'))).number).toBe(1);
    expect((await one.issue(await one.draft('22'))).number).toBe(1);
    expect((await other.issue(await other.draft('62'))).number).toBe(1);
  });

  it('counts trial receipts separately, so that the first production number is 1', async () => {
    const { authority, deps, draft, issue, row } = await createIssuingFixture(db);
    const inProduction = { tax: { ...deps.tax, environment: 'PRODUCTION', signer: deps.tax.signer } as const };
    await issue(await draft());
    const refused = await draft();
    authority.nextFailures.push({ refuse: '539' });
    await expect(issue(refused)).rejects.toMatchObject({ status: 422 });
    expect((await row(refused)).number).toBe(2);
    expect((await issue(refused, undefined, inProduction)).number).toBe(1);
    expect((await issue(await draft(), undefined, inProduction)).number).toBe(2);
    expect((await issue(await draft())).number).toBe(2);
  });
});
