import { type Db, openDb } from '@linework/db/db';
import { createIssuingFixture } from '@linework/fixtures/create-issuing-fixture';
import { testTaxSettings } from '@linework/fixtures/test-tax-settings';
import { voidInvoice } from '@linework/invoices/void-invoice';
import type { DocumentModel } from '@linework/schemas/tax-receipts/tax-receipt';
import { aBilledInvoice } from '@linework/testing/a-billed-invoice';
import { aSupplier } from '@linework/testing/a-supplier';
import { anOperator } from '@linework/testing/callers';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import { createTestDb } from '@linework/testing/create-test-db';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, describe, expect, it } from 'vitest';
import { draftReceipt } from '../src/draft-receipt.ts';

const testDb = await createTestDb();
const db = openDb({ url: testDb.url });
afterAll(async () => {
  await db.close();
  await testDb.drop();
});

const caller = anOperator();
const callVoid = (invoiceId: string, on: Db = db) => voidInvoice(on, { caller, invoiceId });
const statusOf = async (id: string) => (await db.prisma.invoice.findUniqueOrThrow({ where: { id } })).status;
const receiptsConflict = (...taxReceipts: object[]) => ({
  name: 'conflict',
  code: 'effective-tax-receipts',
  members: { taxReceipts },
});

/** An invoice may have receipts of several models. */
async function aTaxedInvoice() {
  const all = await createIssuingFixture(db);
  const { id: supplierId } = await aSupplier(db, { brokerId: all.brokerId });
  const { id: invoiceId } = await aBilledInvoice(db, { brokerId: all.brokerId });
  const draft = (documentModel: DocumentModel = '62', on: Db = db) =>
    draftReceipt(on, testTaxSettings, { caller, invoiceId, documentModel, supplierId });
  return { ...all, invoiceId, draft };
}

/** Keeps `first` uncommitted until `second` waits for a lock. Returns the outcome of the second. */
async function runWhileLocked(
  first: (tx: Db) => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<PromiseSettledResult<unknown>> {
  const waiting = await db.transaction(async (tx) => {
    await first(tx);
    const settled = Promise.allSettled([second()]);
    let isSettled = false;
    void settled.then(() => {
      isSettled = true;
    });
    await waitUntil('the second waits or has ended', async () => isSettled || (await countWaitingSessions(db)) === 1);
    return { settled };
  });
  const [outcome] = await waiting.settled;
  if (!outcome) throw new Error('the second request was not sent');
  return outcome;
}

describe('voiding an invoice with tax receipts', () => {
  it('is rejected while it has a draft, and possible once the draft is discarded', async () => {
    const { invoiceId, draft, cancel } = await aTaxedInvoice();
    const receipt = await draft();
    await expect(callVoid(invoiceId)).rejects.toMatchObject(
      receiptsConflict({ id: receipt.id, documentModel: '62', status: 'DRAFT' }),
    );
    expect(await statusOf(invoiceId)).toBe('OPEN');
    await cancel(receipt);
    expect(await callVoid(invoiceId)).toMatchObject({ status: 'VOID' });
  });

  it('is rejected while the authority has not responded about one, and while one is issued', async () => {
    const { authority, invoiceId, draft, issue, cancel, pollDue } = await aTaxedInvoice();
    const receipt = await draft();
    authority.nextFailures.push('lost');
    await expect(issue(receipt)).rejects.toMatchObject({ status: 503 });
    await expect(callVoid(invoiceId)).rejects.toMatchObject(receiptsConflict({ id: receipt.id, status: 'DRAFT' }));
    await pollDue();
    await expect(callVoid(invoiceId)).rejects.toMatchObject(receiptsConflict({ id: receipt.id, status: 'ACTIVE' }));
    authority.nextFailures.push('lost');
    await expect(cancel(receipt)).rejects.toMatchObject({ status: 503 });
    await expect(callVoid(invoiceId)).rejects.toMatchObject(receiptsConflict({ id: receipt.id, status: 'ACTIVE' }));
    await pollDue();
    expect(await callVoid(invoiceId)).toMatchObject({ status: 'VOID' });
  });

  it('lists every effective one and none that is cancelled', async () => {
    const { invoiceId, draft, issue, cancel } = await aTaxedInvoice();
    await cancel(await draft());
    const [again, other] = [await draft(), await issue(await draft('DEBIT_RECEIPT'))];
    const named = [
      { id: again.id, documentModel: '62', status: 'DRAFT' },
      { id: other.id, documentModel: 'DEBIT_RECEIPT', status: 'ACTIVE' },
    ];
    await expect(callVoid(invoiceId)).rejects.toMatchObject(receiptsConflict(...named));
  });

  it('waits for a concurrent draft and is rejected', async () => {
    const { invoiceId, draft } = await aTaxedInvoice();
    const outcome = await runWhileLocked(
      (tx) => draft('62', tx),
      () => callVoid(invoiceId),
    );
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'effective-tax-receipts' } });
    expect(await statusOf(invoiceId)).toBe('OPEN');
  });

  it('prevents a concurrent draft', async () => {
    const { invoiceId, draft } = await aTaxedInvoice();
    const outcome = await runWhileLocked(
      (tx) => callVoid(invoiceId, tx),
      () => draft(),
    );
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'invoice-not-owed' } });
    expect(await db.prisma.taxReceipt.count({ where: { invoiceId } })).toBe(0);
  });
});
