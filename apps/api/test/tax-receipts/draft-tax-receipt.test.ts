import { randomUUID } from 'node:crypto';
import { aTaxReceipt } from '@linework/fixtures/a-tax-receipt';
import type { TaxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';
import {
  createTaxReceiptRoute,
  getTaxReceiptRoute,
  listTaxReceiptsRoute,
} from '@linework/schemas/tax-receipts/tax-receipts.routes';
import type { ReceiptContent } from '@linework/tax-receipts/content/receipt-content';
import { aBilledInvoice } from '@linework/testing/a-billed-invoice';
import { anActiveLine } from '@linework/testing/a-line';
import { anAddressInSaoPaulo, aSupplier } from '@linework/testing/a-supplier';
import { anInvoice } from '@linework/testing/an-invoice';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());

async function aBrokerWithSupplier() {
  const client = await api.aClient();
  const { id: brokerId } = client.broker;
  return { client, brokerId, supplier: await aSupplier(api.db, { brokerId }) };
}

describe('drafting a tax receipt', () => {
  it("creates it from an invoice, with the broker's only supplier, and emits an event", async () => {
    const { client, brokerId, supplier } = await aBrokerWithSupplier();
    const invoice = await aBilledInvoice(api.db, { brokerId, amount: '89.70' });
    const created = await client.call(createTaxReceiptRoute, {
      body: { invoiceId: invoice.id, documentModel: '62', metadata: { level: 3 } },
    });
    expect(created.status).toBe(201);
    const receipt = created.body as TaxReceipt;
    const { id, createdAt, ...shown } = receipt;
    const own = { customerId: invoice.customerId, supplierId: supplier.id, documentModel: '62', uf: 'SP' };
    expect(shown).toEqual({ ...own, status: 'DRAFT', totalAmount: '89.70', metadata: { level: 3 } });
    expect(created.headers.get('Location')).toBe(`/tax-receipts/${id}`);
    expect(await client.call(getTaxReceiptRoute, { params: { id } })).toMatchObject({ status: 200, body: receipt });
    expect(await api.db.prisma.event.findMany({ where: { resourceId: id } })).toMatchObject([
      { type: 'tax_receipt.drafted', toStatus: 'DRAFT', brokerId, keyId: client.keyId },
    ]);
  });

  it('is rejected by name without an address of the customer, for model 62 only', async () => {
    const { client, brokerId } = await aBrokerWithSupplier();
    const invoice = await aBilledInvoice(api.db, { brokerId });
    await api.db.pool.query('UPDATE holder SET address = NULL WHERE id = $1', [invoice.customerId]);
    const draft = (documentModel: '62' | 'DEBIT_RECEIPT') =>
      client.call(createTaxReceiptRoute, { body: { invoiceId: invoice.id, documentModel } });
    expect(await draft('62')).toMatchObject({
      status: 422,
      body: { code: 'customer-address-missing', errors: [{ detail: '`customer.address` must be known.' }] },
    });
    expect(await draft('DEBIT_RECEIPT')).toMatchObject({ status: 201 });
  });

  it('is rejected with all errors at once', async () => {
    const { client, brokerId } = await aBrokerWithSupplier();
    const invoice = await aBilledInvoice(api.db, { brokerId });
    await api.db.pool.query(
      `UPDATE holder
       SET federal_tax_id = '11111111111', address = jsonb_set(address, '{cityCode}', '"3304557"')
       WHERE id = $1`,
      [invoice.customerId],
    );
    const rejected = await client.call(createTaxReceiptRoute, { body: { invoiceId: invoice.id, documentModel: '62' } });
    expect(rejected).toMatchObject({ status: 422, body: { code: 'not-a-tax-receipt', errors: [{}, {}] } });
  });

  it.each(['62', 'DEBIT_RECEIPT'] as const)(
    'of model %s is rejected by name for a total that does not fit on a payment slip',
    async (documentModel) => {
      const { client, brokerId } = await aBrokerWithSupplier();
      const draftOf = async (amount: string) => {
        const { id: invoiceId } = await aBilledInvoice(api.db, { brokerId, amount });
        return client.call(createTaxReceiptRoute, { body: { invoiceId, documentModel } });
      };
      expect(await draftOf('999999999.99')).toMatchObject({ status: 201, body: { totalAmount: '999999999.99' } });
      expect(await draftOf('1000000000.00')).toMatchObject({ status: 422, body: { code: 'total-too-high' } });
    },
  );

  it('succeeds once for each model of an invoice', async () => {
    const { client, brokerId } = await aBrokerWithSupplier();
    const { id: invoiceId } = await aBilledInvoice(api.db, { brokerId });
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => client.call(createTaxReceiptRoute, { body: { invoiceId, documentModel: '22' } })),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
    expect(responses.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'receipt-exists' } });
    expect(
      await client.call(createTaxReceiptRoute, { body: { invoiceId, documentModel: 'DEBIT_RECEIPT' } }),
    ).toMatchObject({ status: 201 });
  });

  it('is rejected when the invoice has another fiscal document, until that is discarded', async () => {
    const { client, brokerId } = await aBrokerWithSupplier();
    const { id: invoiceId } = await aBilledInvoice(api.db, { brokerId });
    const draft = (documentModel: '62' | '22') =>
      client.call(createTaxReceiptRoute, { body: { invoiceId, documentModel } });
    const { id } = (await draft('22')).body as TaxReceipt;
    expect(await draft('62')).toMatchObject({ status: 409, body: { code: 'fiscal-receipt-exists', taxReceiptId: id } });
    await api.db.prisma.taxReceipt.update({ where: { id }, data: { status: 'CANCELED', canceledAt: new Date() } });
    expect(await draft('62')).toMatchObject({ status: 201 });
  });

  it('is rejected for an invoice of zero, for a model that bills', async () => {
    const { client, brokerId } = await aBrokerWithSupplier();
    const { id: invoiceId } = await aBilledInvoice(api.db, { brokerId, amount: '0.00' });
    const draft = (documentModel: '62' | 'DEBIT_RECEIPT') =>
      client.call(createTaxReceiptRoute, { body: { invoiceId, documentModel } });
    expect(await draft('62')).toMatchObject({ status: 422, body: { code: 'nothing-to-bill' } });
    expect(await draft('DEBIT_RECEIPT')).toMatchObject({ status: 201 });
  });

  it.each(['DRAFT', 'VOID'] as const)('is rejected for an invoice that is %s', async (status) => {
    const { client, brokerId } = await aBrokerWithSupplier();
    const { id: invoiceId } = await anInvoice(api.db, status, { brokerId });
    const rejected = await client.call(createTaxReceiptRoute, { body: { invoiceId, documentModel: '62' } });
    expect(rejected).toMatchObject({
      status: 409,
      body: { status: 409, code: 'invoice-not-owed', invoiceStatus: status },
    });
  });

  it('needs the supplier when there are several, and accepts none of another broker, nor its invoices', async () => {
    const { client, brokerId, supplier } = await aBrokerWithSupplier();
    const other = await aBrokerWithSupplier();
    const another = await aSupplier(api.db, { brokerId, federalTaxId: '11444777000161' });
    const { id: invoiceId } = await aBilledInvoice(api.db, { brokerId });
    const draft = (body: { invoiceId: string; supplierId?: string }) =>
      client.call(createTaxReceiptRoute, { body: { ...body, documentModel: '62' } });
    expect(await draft({ invoiceId })).toMatchObject({ status: 422, body: { code: 'several-suppliers' } });
    for (const supplierId of [other.supplier.id, randomUUID()]) {
      expect(await draft({ invoiceId, supplierId })).toMatchObject({ status: 422, body: { code: 'unknown-supplier' } });
    }
    const { id: foreign } = await aBilledInvoice(api.db, { brokerId: other.brokerId });
    for (const invisible of [foreign, randomUUID()]) {
      expect(await draft({ invoiceId: invisible, supplierId: supplier.id })).toMatchObject({
        status: 422,
        body: { code: 'unknown-invoice' },
      });
    }
    expect(await draft({ invoiceId, supplierId: another.id })).toMatchObject({
      status: 201,
      body: { supplierId: another.id },
    });
  });
});

describe('the state of a line on a receipt', () => {
  const inRio = { ...anAddressInSaoPaulo, city: 'Rio de Janeiro', cityCode: '3304557', state: 'RJ' as const };
  const addresses = {
    SP: anAddressInSaoPaulo,
    RJ: inRio,
    DF: { ...inRio, city: 'Brasília', cityCode: '5300108', state: 'DF' as const },
  };
  type StateWithAddress = keyof typeof addresses;

  async function anInvoiceOfLine(
    msisdn: string,
    holderState: StateWithAddress,
    supplierStates: readonly StateWithAddress[],
  ) {
    const client = await api.aClient();
    const brokerId = client.broker.id;
    for (const state of supplierStates) await aSupplier(api.db, { brokerId, address: addresses[state] });
    const { id: invoiceId, customerId, subscriptionId } = await aBilledInvoice(api.db, { brokerId });
    await api.db.prisma.holder.update({ where: { id: customerId }, data: { address: addresses[holderState] } });
    const line = await anActiveLine(api.db, { brokerId, holderId: customerId, msisdn });
    await api.db.prisma.line.update({ where: { id: line.id }, data: { subscriptionId } });
    const draft = await client.call(createTaxReceiptRoute, { body: { invoiceId, documentModel: '62' } });
    const stored =
      draft.status === 201 &&
      (await api.db.prisma.taxReceipt.findUniqueOrThrow({ where: { id: (draft.body as TaxReceipt).id } }));
    return { draft, content: stored ? (stored.content as unknown as ReceiptContent) : undefined };
  }

  it.each<[msisdn: string, holder: StateWithAddress, supplier: StateWithAddress, why: string]>([
    ['+5511900001236', 'RJ', 'SP', 'wherever its holder lives'],
    ['+5521900001237', 'SP', 'RJ', 'wherever its holder lives'],
    ['+5561900001238', 'SP', 'DF', 'of a code that two states share'],
  ])('is that of its area code: %s of a holder in %s is in %s, %s', async (msisdn, holder, supplier) => {
    const { content } = await anInvoiceOfLine(msisdn, holder, [supplier]);
    expect(content?.subscriber.lines).toMatchObject([{ number: msisdn.slice(3), state: supplier }]);
    expect(content?.items).toMatchObject([{ cfop: '5307' }]);
  });

  it('refuses the draft if the supplier has no enrolment there', async () => {
    const { draft } = await anInvoiceOfLine('+5521900001238', 'SP', ['SP']);
    const detail =
      '`subscriber.lines[0]` must be in SP: its area code is of RJ, and the supplier has no enrolment there.';
    expect(draft).toMatchObject({ status: 422, body: { code: 'not-a-tax-receipt', errors: [{ detail }] } });
  });

  it('chooses the supplier among several', async () => {
    const { draft, content } = await anInvoiceOfLine('+5521900001239', 'SP', ['SP', 'RJ']);
    expect(draft).toMatchObject({ status: 201, body: { uf: 'RJ' } });
    expect(content?.issuer.address.state).toBe('RJ');
  });
});

describe('the list of tax receipts', () => {
  it('can be filtered by its members', async () => {
    const { client, brokerId } = await aBrokerWithSupplier();
    const draft = await aTaxReceipt(api.db, 'DRAFT', { brokerId });
    const issued = await aTaxReceipt(api.db, 'ACTIVE', { brokerId });
    const ids = async (query: object) => {
      const { body } = await client.call(listTaxReceiptsRoute, { query });
      return (body as { items: readonly TaxReceipt[] }).items.map(({ id }) => id);
    };
    expect(await ids({})).toEqual([issued.id, draft.id]);
    expect(await ids({ status: ['DRAFT'] })).toEqual([draft.id]);
    expect(await ids({ documentModel: ['62'] })).toEqual([]);
    expect(await ids({ uf: ['SP'], number: 1 })).toEqual([issued.id]);
    expect(await ids({ customerId: [draft.customerId] })).toEqual([draft.id]);
    expect(await ids({ issuedAtFrom: issued.issuedAt })).toEqual([issued.id]);
    expect(await ids({ issuedAtTo: '2026-01-01T00:00:00Z' })).toEqual([]);
  });
});
