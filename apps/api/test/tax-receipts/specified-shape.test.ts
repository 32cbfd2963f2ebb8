import { aTaxReceipt } from '@linework/fixtures/a-tax-receipt';
import { taxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';
import { getTaxReceiptRoute } from '@linework/schemas/tax-receipts/tax-receipts.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();

/** Section 2.6 of the interface, member by member. */
const specified = {
  id: 'string',
  customerId: 'string',
  supplierId: 'string',
  status: 'string',
  documentModel: 'string',
  uf: 'string',
  createdAt: 'string',
  issuedAt: 'string',
  canceledAt: 'string',
  number: 'number',
  serialNumberId: 'string',
  totalAmount: 'string',
  metadata: 'object',
};
const notBeforeIssue = ['issuedAt', 'canceledAt', 'number', 'serialNumberId'];

async function createReceipt(status: 'DRAFT' | 'CANCELED'): Promise<Readonly<Record<string, unknown>>> {
  const { id } = await aTaxReceipt(api.db, status, { brokerId: client.broker.id });
  return (await client.call(getTaxReceiptRoute, { params: { id } })).body as Readonly<Record<string, unknown>>;
}

const listTypes = (receipt: object) =>
  Object.fromEntries(Object.entries(receipt).map(([name, value]) => [name, typeof value]));

describe('a tax receipt as it is shown', () => {
  it('has every member of section 2.6 and no other, once it is issued and cancelled', async () => {
    expect(listTypes(await createReceipt('CANCELED'))).toEqual(specified);
  });

  it('leaves out, as a draft, the members that its issue or its cancellation sets', async () => {
    const draftMembers = Object.entries(specified).filter(([name]) => !notBeforeIssue.includes(name));
    expect(listTypes(await createReceipt('DRAFT'))).toEqual(Object.fromEntries(draftMembers));
  });

  it('has the values of section 2.6', () => {
    expect(taxReceipt.shape.status.options.toSorted()).toEqual(['ACTIVE', 'CANCELED', 'DRAFT']);
    expect(taxReceipt.shape.documentModel.options.toSorted()).toEqual(['22', '62', 'DEBIT_RECEIPT']);
  });
});
