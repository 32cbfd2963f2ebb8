import { aTaxReceipt } from '@linework/fixtures/a-tax-receipt';
import { getSerialNumberRoute, listSerialNumbersRoute } from '@linework/schemas/tax-receipts/suppliers.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const { id: brokerId } = client.broker;

describe('the serial number of a tax receipt', () => {
  it('can be read by the id on the receipt, with its series and the last number', async () => {
    const [first, second] = [
      await aTaxReceipt(api.db, 'ACTIVE', { brokerId }),
      await aTaxReceipt(api.db, 'ACTIVE', { brokerId }),
    ];
    expect(second.serialNumberId).toBe(first.serialNumberId);
    const { series } = await api.db.prisma.supplier.findUniqueOrThrow({ where: { id: first.supplierId } });
    const response = await client.call(getSerialNumberRoute, { params: { id: first.serialNumberId ?? '' } });
    expect(response).toMatchObject({ status: 200 });
    expect(response.body).toEqual({
      id: first.serialNumberId,
      brokerId,
      supplierId: first.supplierId,
      documentModel: 'DEBIT_RECEIPT',
      uf: first.uf,
      environment: 'TRIAL',
      series,
      lastNumber: second.number,
      releasedNumbers: [],
      createdAt: expect.any(String),
    });
  });

  it('is listed by supplier and model, with the numbers that the next receipts get', async () => {
    const { serialNumberId = '', supplierId } = await aTaxReceipt(api.db, 'ACTIVE', { brokerId });
    await api.db.prisma.releasedNumber.create({ data: { serialNumberId, number: 1_000 } });
    const list = async (query: object) =>
      (await client.call(listSerialNumbersRoute, { query: query as never })).body as { items: readonly object[] };
    expect((await list({ supplierId: [supplierId], documentModel: ['DEBIT_RECEIPT'] })).items).toMatchObject([
      { id: serialNumberId, releasedNumbers: [1_000] },
    ]);
    expect((await list({ documentModel: ['62'] })).items).toEqual([]);
    expect((await list({ environment: 'PRODUCTION' })).items).toEqual([]);
  });
});
