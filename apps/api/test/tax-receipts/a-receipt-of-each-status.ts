import { aTaxReceipt } from '@linework/fixtures/a-tax-receipt';
import type { TaxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';
import type { TestApi } from '../support/test-api.ts';

/** Receipts of a broker in every status, all of one supplier. */
export async function aReceiptOfEachStatus({ db }: TestApi, brokerId: string): Promise<readonly TaxReceipt[]> {
  const first = await aTaxReceipt(db, 'DRAFT', { brokerId });
  return [first, await aTaxReceipt(db, 'ACTIVE', { brokerId }), await aTaxReceipt(db, 'CANCELED', { brokerId })];
}
