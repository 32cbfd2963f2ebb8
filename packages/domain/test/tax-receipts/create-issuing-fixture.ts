import type { Db } from '@linework/db/db';
import type { TaxDeps } from '@linework/domain/tax-receipts/call-authority';
import { cancelReceipt } from '@linework/domain/tax-receipts/cancel-receipt';
import { issueReceipt } from '@linework/domain/tax-receipts/issue-receipt';
import { pollDueReceipts } from '@linework/domain/tax-receipts/poll-due-receipts';
import { silentLog } from '@linework/log/log';
import type { DocumentModel, TaxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';
import { aBroker } from '@linework/testing/a-broker';
import { aTaxReceipt } from '@linework/testing/a-tax-receipt';
import { anOperator } from '@linework/testing/callers';
import { recordingTaxAuthority } from '@linework/testing/recording-tax-authority';
import { testTaxSettings } from '@linework/testing/test-tax-settings';

interface ReceiptId {
  readonly id: string;
}

/** A broker's receipts with a tax authority of the test. */
export async function createIssuingFixture(db: Db) {
  const { id: brokerId } = await aBroker(db);
  const authority = recordingTaxAuthority();
  const deps: TaxDeps = { db, taxAuthority: authority, tax: testTaxSettings };
  const caller = anOperator();
  return {
    brokerId,
    authority,
    deps,
    draft: (documentModel: DocumentModel = '62') => aTaxReceipt(db, 'DRAFT', { brokerId, documentModel, taxAuthority: authority }),
    /** The token is that of an Idempotency-Key; `own` replaces some of the deps. */
    issue: ({ id: receiptId }: ReceiptId, idempotencyToken?: Buffer, own: Partial<TaxDeps> = {}): Promise<TaxReceipt> =>
      issueReceipt({ ...deps, ...own }, { caller, receiptId, idempotencyToken }),
    cancel: ({ id: receiptId }: ReceiptId, idempotencyToken?: Buffer): Promise<TaxReceipt> =>
      cancelReceipt(deps, { caller, receiptId, idempotencyToken, reason: 'Emitida com erro de valor' }),
    /** The job runs as if the last lease were over. */
    async pollDue(): Promise<number> {
      await db.prisma.taxReceipt.updateMany({ where: { brokerId, dueAt: { not: null } }, data: { dueAt: new Date(0) } });
      return pollDueReceipts({ db, taxAuthority: authority, leaseMs: 20_000, log: silentLog });
    },
    row: ({ id }: ReceiptId) => db.prisma.taxReceipt.findUniqueOrThrow({ where: { id } }),
    numbers: async () =>
      (await db.prisma.taxReceipt.findMany({ where: { brokerId, number: { not: null } }, orderBy: { number: 'asc' } })).map(({ number }) => number),
    events: async ({ id: resourceId }: ReceiptId) =>
      (await db.prisma.event.findMany({ where: { resourceId }, orderBy: { seq: 'asc' } })).map(({ type }) => type),
  };
}
