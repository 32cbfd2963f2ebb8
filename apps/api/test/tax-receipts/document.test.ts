import { aTaxReceipt } from '@linework/fixtures/a-tax-receipt';
import { unavailablePartners } from '@linework/partners/unavailable-partners';
import type { TaxReceipt } from '@linework/schemas/tax-receipts/tax-receipt';
import {
  cancelTaxReceiptRoute,
  createTaxReceiptRoute,
  getTaxReceiptDocumentRoute,
  issueTaxReceiptRoute,
} from '@linework/schemas/tax-receipts/tax-receipts.routes';
import { PdfThreadNotLoaded } from '@linework/tax-documents/pdf-thread/open-pdf-thread';
import { aBilledInvoice } from '@linework/testing/a-billed-invoice';
import { aSupplier } from '@linework/testing/a-supplier';
import { readPdfText } from '@linework/testing/documents/read-pdf';
import { validateAgainstSchema } from '@linework/testing/documents/validate-against-schema';
import { recordingTaxAuthority } from '@linework/testing/recording-tax-authority';
import { takesLong } from '@linework/testing/run/takes-long';
import { afterAll, describe, expect, it } from 'vitest';
import { problemIn } from '../support/problem-in.ts';
import { send } from '../support/send.ts';
import { startTestApi } from '../support/test-api.ts';

takesLong('much-work');

const taxAuthority = recordingTaxAuthority();
const api = await startTestApi({ deps: { partners: { ...unavailablePartners, taxAuthority } } });
afterAll(() => api.close());

const kinds = ['SIMPLE', 'SIMPLE_EXCEEDED', 'NORMAL'] as const;
type Kind = (typeof kinds)[number];
type Model = TaxReceipt['documentModel'];

async function aBrokerWithRegime(regime: Kind) {
  const client = await api.aClient();
  const { id: brokerId } = client.broker;
  await aSupplier(api.db, { brokerId, regime });
  return {
    client,
    async draft(documentModel: Model = '62', paidAt?: Date) {
      const { id: invoiceId } = await aBilledInvoice(api.db, { brokerId, amount: '89.70' });
      if (paidAt) await api.db.prisma.invoice.update({ where: { id: invoiceId }, data: { status: 'PAID', paidAt } });
      return (await client.call(createTaxReceiptRoute, { body: { invoiceId, documentModel } })).body as TaxReceipt;
    },
    async issue({ id }: TaxReceipt) {
      return (await client.call(issueTaxReceiptRoute, { params: { id } })).body as TaxReceipt;
    },
    async cancel({ id }: TaxReceipt) {
      return (
        await client.call(cancelTaxReceiptRoute, { params: { id }, body: { reason: 'Emitida com erro de valor' } })
      ).body as TaxReceipt;
    },
    document: ({ id }: TaxReceipt, accept: string) =>
      send(api.port, { path: `/tax-receipts/${id}/document`, headers: { 'X-API-Key': client.key, Accept: accept } }),
    async pdf({ id }: TaxReceipt) {
      const { status, body } = await client.call(getTaxReceiptDocumentRoute, {
        params: { id },
        headers: { Accept: 'application/pdf' },
      });
      expect(status).toBe(200);
      return readPdfText(body as Uint8Array);
    },
  };
}

describe('the document of a tax receipt', () => {
  it.for(kinds)('is XML that the official schemas accept, of a supplier that is %s', async (regime) => {
    const { draft, issue, document } = await aBrokerWithRegime(regime);
    const { status, headers, text } = await document(await issue(await draft()), 'application/xml');
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'application/xml' });
    expect(text).toContain('<nfcomProc');
    expect(validateAgainstSchema('procNFCom_v1.00.xsd', text)).toEqual([]);
  });

  it('does not ask for payment of an invoice that was paid before the draft', async () => {
    const { draft, issue, document, pdf } = await aBrokerWithRegime('NORMAL');
    const receipt = await issue(await draft('62', new Date('2026-11-20T12:00:00Z')));
    const pdfText = await pdf(receipt);
    expect(pdfText).toContain('Paga em 20/11/2026');
    expect(pdfText).not.toContain('TOTAL A PAGAR');
    expect(validateAgainstSchema('procNFCom_v1.00.xsd', (await document(receipt, 'application/xml')).text)).toEqual([]);
  });

  it('is still XML after its cancellation, and the schemas accept the cancellation event', async () => {
    const { draft, issue, cancel, document } = await aBrokerWithRegime('NORMAL');
    const receipt = await cancel(await issue(await draft()));
    expect(receipt.status).toBe('CANCELED');
    expect(validateAgainstSchema('procNFCom_v1.00.xsd', (await document(receipt, 'application/xml')).text)).toEqual([]);
    const { cancelXml } = await api.db.prisma.taxReceipt.findUniqueOrThrow({ where: { id: receipt.id } });
    expect(validateAgainstSchema('eventoNFCom_v1.00.xsd', cancelXml ?? '')).toEqual([]);
  });

  it('is not XML for a draft or another model, and only PDF and XML are available', async () => {
    const { draft, issue, cancel, document } = await aBrokerWithRegime('NORMAL');
    const [drafted, debit] = [await draft(), await issue(await draft('DEBIT_RECEIPT'))];
    for (const receipt of [drafted, debit]) {
      const rejected = await document(receipt, 'application/xml');
      expect(problemIn(rejected)).toMatchObject({
        status: 406,
        detail: 'The response is available as application/pdf only.',
      });
    }
    expect((await document(await cancel(drafted), 'application/xml')).status).toBe(406);
    expect((await document(debit, 'application/json')).status).toBe(406);
    expect((await document(debit, '*/*')).headers).toMatchObject({ 'content-type': 'application/pdf' });
  });

  it('is a PDF that states its legal value, from the draft to the cancellation', async () => {
    const { draft, issue, cancel, pdf } = await aBrokerWithRegime('NORMAL');
    const drafted = await draft();
    expect(await pdf(drafted)).toContain('RASCUNHO');
    const issued = await issue(drafted);
    const pdfText = await pdf(issued);
    expect(pdfText).not.toContain('RASCUNHO');
    expect(pdfText).toContain('000000001');
    expect(pdfText).toContain('89,70');
    expect(await pdf(await cancel(issued))).toContain('CANCELADA');
    expect(await pdf(await issue(await draft('22')))).toContain('NOTA FISCAL DE SERVIÇO DE TELECOMUNICAÇÕES');
    expect(await pdf(await issue(await draft('DEBIT_RECEIPT')))).toContain('NOTA DE DÉBITO');
  });

  it('is 503 while the drawing code cannot be loaded, because the files of the program were replaced', async () => {
    const broken = await startTestApi({ deps: { drawPdf: () => Promise.reject(new PdfThreadNotLoaded('missing')) } });
    const client = await broken.aClient();
    const { id } = await aTaxReceipt(broken.db, 'DRAFT', { brokerId: client.broker.id });
    const headers = { 'X-API-Key': client.key, Accept: 'application/pdf, application/problem+json' };
    const response = await send(broken.port, { path: `/tax-receipts/${id}/document`, headers });
    expect(problemIn(response)).toMatchObject({
      status: 503,
      code: 'unavailable',
      detail: 'Documents cannot be drawn until this API is restarted.',
    });
    await broken.close();
  });
});

describe('eight documents at once', () => {
  it('are drawn in another thread: health responds all the time', async () => {
    const { draft, pdf } = await aBrokerWithRegime('NORMAL');
    const receipts = await Promise.all(Array.from({ length: 8 }, () => draft()));
    let [responses, done] = [0, false];
    const papers = Promise.all(receipts.map(pdf)).finally(() => {
      done = true;
    });
    while (!done) {
      expect((await send(api.port, { path: '/health/live' })).status).toBe(200);
      responses += 1;
    }
    expect((await papers).filter((pdfText) => pdfText.includes('RASCUNHO'))).toHaveLength(8);
    expect(responses).toBeGreaterThan(receipts.length);
  });

  it('have the same bytes on a repeated request, until the receipt changes', async () => {
    const { client, draft, issue, cancel } = await aBrokerWithRegime('NORMAL');
    const receipt = await issue(await draft());
    const bytes = async () =>
      Buffer.from((await client.call(getTaxReceiptDocumentRoute, { params: { id: receipt.id } })).body as Uint8Array);
    const first = await bytes();
    expect((await bytes()).equals(first)).toBe(true);
    await cancel(receipt);
    expect((await bytes()).equals(first)).toBe(false);
  });
});

describe('issuing over HTTP', () => {
  it('replays the response to its Idempotency-Key, and issues once', async () => {
    const { client, draft } = await aBrokerWithRegime('NORMAL');
    const { id } = await draft();
    const issue = () =>
      client.call(issueTaxReceiptRoute, { params: { id }, headers: { 'Idempotency-Key': `issue-${id}` } });
    const first = await issue();
    expect(first).toMatchObject({ status: 200, body: { status: 'ACTIVE' } });
    const second = await issue();
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(second.headers.get('Idempotency-Replayed')).toBe('true');
    expect(await client.call(issueTaxReceiptRoute, { params: { id } })).toMatchObject({
      status: 409,
      body: { currentStatus: 'ACTIVE' },
    });
  });

  it('stores no response to its Idempotency-Key while the authority is unreachable', async () => {
    const { client, draft } = await aBrokerWithRegime('NORMAL');
    const { id } = await draft();
    const issue = () =>
      client.call(issueTaxReceiptRoute, { params: { id }, headers: { 'Idempotency-Key': `issue-${id}` } });
    taxAuthority.nextFailures.push('lost');
    expect(await issue()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(await issue()).toMatchObject({ status: 409, body: { code: 'authority-request-in-flight' } });
    await api.db.pool.query(`UPDATE tax_receipt SET due_at = now() - interval '1 ms' WHERE id = $1`, [id]);
    const answered = await issue();
    expect(answered).toMatchObject({ status: 200, body: { status: 'ACTIVE', number: 1 } });
    expect(await issue()).toMatchObject({ status: 200, body: answered.body });
    expect(new Set(taxAuthority.authorised).size).toBe(taxAuthority.authorised.length);
  });

  it('returns the code of a rejection', async () => {
    const { client, draft } = await aBrokerWithRegime('NORMAL');
    const { id } = await draft();
    taxAuthority.nextFailures.push({ refuse: '539' });
    expect(await client.call(issueTaxReceiptRoute, { params: { id } })).toMatchObject({
      status: 422,
      body: { code: 'refused-by-authority', authorityCode: '539' },
    });
  });
});
