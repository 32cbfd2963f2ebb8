import { aTaxReceipt } from '@linework/fixtures/a-tax-receipt';
import type { LoadedTaxRate, TaxRatesOfDay } from '@linework/schemas/tax-receipts/tax-rate';
import { addTaxRatesRoute, listTaxRatesRoute } from '@linework/schemas/tax-receipts/tax-rates.routes';
import { issueTaxReceiptRoute, listTaxReceiptsRoute } from '@linework/schemas/tax-receipts/tax-receipts.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const operator = await api.anOperatorsClient();

const cbs: LoadedTaxRate = {
  tax: 'CBS',
  jurisdiction: 'BR',
  firstDay: '2027-01-01',
  rate: '8.7',
  regimes: ['SIMPLE', 'SIMPLE_EXCEEDED', 'NORMAL'],
  isAddedToTotal: true,
  source: 'Resolution of the Senate',
  sourceDate: '2026-12-15',
};
const ratesOn = async (on: string) =>
  ((await operator.call(listTaxRatesRoute, { query: { on } })).body as TaxRatesOfDay).rates;

describe('the tax rates', () => {
  it('of a day are listed with their act', async () => {
    const rates = await ratesOn('2026-11-28');
    expect(rates.find(({ tax }) => tax === 'CBS')).toMatchObject({
      rate: '0.9',
      firstDay: '2026-01-01',
      sourceDate: '2025-01-16',
    });
    expect(rates.filter(({ tax }) => tax === 'ICMS')).toHaveLength(27);
  });

  it('of 2027 have IBS, no CBS yet, and neither PIS nor COFINS', async () => {
    const rates = await ratesOn('2027-01-02');
    const of = (name: string) => rates.find(({ tax }) => tax === name);
    expect([of('IBS_STATE'), of('IBS_CITY'), of('CBS')]).toMatchObject([
      { rate: '0.05' },
      { rate: '0.05' },
      { rate: null },
    ]);
    expect([of('PIS'), of('COFINS')]).toMatchObject([{ regimes: [] }, { regimes: [] }]);
  });

  it('are not changed by a dry run, and then loaded by an operator only', async () => {
    expect(await operator.call(addTaxRatesRoute, { body: { rates: [cbs], dryRun: true } })).toMatchObject({
      status: 200,
      body: { loadedCount: 1 },
    });
    expect((await ratesOn('2027-01-02')).find(({ tax }) => tax === 'CBS')).toMatchObject({ rate: null });
    expect(await (await api.aClient()).call(addTaxRatesRoute, { body: { rates: [cbs] } })).toMatchObject({
      status: 403,
    });
    expect(await operator.call(addTaxRatesRoute, { body: { rates: [cbs] } })).toMatchObject({
      status: 200,
      body: { loadedCount: 1, dryRun: false },
    });
    expect((await ratesOn('2027-01-02')).find(({ tax }) => tax === 'CBS')).toMatchObject({
      rate: '8.7',
      loadedBy: operator.keyId,
    });
  });

  it('are refused with every error in them', async () => {
    const rates = [
      { ...cbs, jurisdiction: 'XX', rate: '101' },
      { ...cbs, source: '' },
    ];
    expect(await operator.call(addTaxRatesRoute, { body: { rates } })).toMatchObject({
      status: 400,
      body: {
        errors: [{ pointer: '/rates/0/jurisdiction' }, { pointer: '/rates/0/rate' }, { pointer: '/rates/1/source' }],
      },
    });
    const wrong = { ...cbs, tax: 'PIS' as const, firstDay: '2028-01-01' };
    expect(await operator.call(addTaxRatesRoute, { body: { rates: [wrong, wrong] } })).toMatchObject({
      status: 422,
      body: {
        code: 'not-a-tax-rate',
        errors: [
          { pointer: '/rates/0/isAddedToTotal' },
          { pointer: '/rates/1' },
          { pointer: '/rates/1/isAddedToTotal' },
        ],
      },
    });
  });

  it('that are missing are named by the refusal of an issue, which tells that the receipt waits', async () => {
    const client = await api.aClient();
    const draft = await aTaxReceipt(api.db, 'DRAFT', { brokerId: client.broker.id, documentModel: '62' });
    const firstDay = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10);
    await operator.call(addTaxRatesRoute, {
      body: { rates: [{ ...cbs, tax: 'FUST', isAddedToTotal: false, firstDay, rate: null }] },
    });
    const other = await aTaxReceipt(api.db, 'DRAFT', { brokerId: client.broker.id, documentModel: '62' });
    const listed = async (waitsForRates: boolean) => {
      const { body } = await client.call(listTaxReceiptsRoute, { query: { waitsForRates } });
      return (body as { items: { id: string }[] }).items.map(({ id }) => id).toSorted();
    };
    expect(await listed(true)).toEqual([]);
    const issued = await client.call(issueTaxReceiptRoute, { params: { id: draft.id } });
    expect(issued).toMatchObject({ status: 422, body: { code: 'tax-rates-unknown', day: firstDay, taxes: ['FUST'] } });
    expect([await listed(true), await listed(false)]).toEqual([[draft.id], [other.id]]);
  });
});
