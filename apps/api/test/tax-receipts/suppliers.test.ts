import type { Supplier } from '@linework/schemas/tax-receipts/supplier';
import {
  changeSupplierRoute,
  createSupplierRoute,
  getSupplierRoute,
  listSuppliersRoute,
} from '@linework/schemas/tax-receipts/suppliers.routes';
import { anAddressInSaoPaulo } from '@linework/testing/a-supplier';
import { aCnpj } from '@linework/testing/codes/tax-ids';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const operator = await api.anOperatorsClient();

const supplierInput = {
  name: 'Linework Telecomunicações Ltda.',
  federalTaxId: '11222333000181',
  stateTaxId: '110042490114',
  regime: 'NORMAL' as const,
  address: anAddressInSaoPaulo,
};
const listEvents = (resourceId: string) =>
  api.db.prisma.event.findMany({ where: { resourceId }, orderBy: { seq: 'asc' } });

describe('a supplier', () => {
  it("is created in the caller's broker with an event, its CNPJ without punctuation", async () => {
    const client = await api.aClient();
    const created = await client.call(createSupplierRoute, {
      body: { ...supplierInput, federalTaxId: '11.222.333/0001-81', collectorCode: '0482' },
    });
    const supplier = created.body as Supplier;
    expect(created).toMatchObject({
      status: 201,
      body: { ...supplierInput, collectorCode: '0482', brokerId: client.broker.id },
    });
    expect(created.headers.get('Location')).toBe(`/suppliers/${supplier.id}`);
    expect(await client.call(getSupplierRoute, { params: { id: supplier.id } })).toMatchObject({
      status: 200,
      body: supplier,
    });
    expect(await client.call(listSuppliersRoute, {})).toMatchObject({
      body: { items: [supplier], meta: { total: 1 } },
    });
    expect(await listEvents(supplier.id)).toMatchObject([
      { type: 'supplier.created', brokerId: client.broker.id, keyId: client.keyId },
    ]);
  });

  it('is created with a CNPJ that has letters', async () => {
    const created = await (await api.aClient()).call(createSupplierRoute, {
      body: { ...supplierInput, federalTaxId: '12.ABC.345/01DE-35' },
    });
    expect(created).toMatchObject({ status: 201, body: { federalTaxId: '12ABC34501DE35' } });
  });

  it('is created for each state in which a company is enrolled', async () => {
    const client = await api.aClient();
    const federalTaxId = aCnpj();
    const inRio = { ...anAddressInSaoPaulo, city: 'Rio de Janeiro', cityCode: '3304557', state: 'RJ' as const };
    const first = await client.call(createSupplierRoute, { body: { ...supplierInput, federalTaxId } });
    const second = await client.call(createSupplierRoute, {
      body: { ...supplierInput, federalTaxId, stateTaxId: '86000001', address: inRio },
    });
    expect([first, second]).toMatchObject([
      { status: 201, body: { series: 1 } },
      { status: 201, body: { series: 2 } },
    ]);
  });

  it('is created once for each CNPJ and enrolment of a broker', async () => {
    const client = await api.aClient();
    const both = await Promise.all([1, 2].map(() => client.call(createSupplierRoute, { body: supplierInput })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'tax-id-taken' } });
  });

  it('has a series that no other supplier with its CNPJ has, in any broker', async () => {
    const federalTaxId = aCnpj();
    const make = async (own: object = {}) =>
      (await api.aClient()).call(createSupplierRoute, { body: { ...supplierInput, federalTaxId, ...own } });
    const created = await Promise.all(Array.from({ length: 8 }, () => make()));
    expect(created.map(({ body }) => (body as Supplier).series).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(await make({ series: 10 })).toMatchObject({ status: 201, body: { series: 10 } });
    expect(await make({ series: 10 })).toMatchObject({ status: 409, body: { code: 'series-taken' } });
    expect(await make()).toMatchObject({ status: 201, body: { series: 9 } });
    expect(await make()).toMatchObject({ status: 201, body: { series: 11 } });
    expect(await make({ series: 0 })).toMatchObject({ status: 400, body: { errors: [{ pointer: '/series' }] } });
  });

  it('is rejected with everything that would keep it from issuing', async () => {
    const client = await api.aClient();
    const body = {
      ...supplierInput,
      federalTaxId: '11222333000182',
      address: { ...anAddressInSaoPaulo, cityCode: '3304557' },
    };
    expect(await client.call(createSupplierRoute, { body })).toMatchObject({
      status: 422,
      body: { code: 'not-an-issuer', errors: [{ pointer: '/federalTaxId' }, { pointer: '/address/cityCode' }] },
    });
  });

  it("is not created in another's broker, nor by an operator without a broker", async () => {
    const [client, other] = [await api.aClient(), await api.aClient()];
    expect(
      await client.call(createSupplierRoute, { body: { ...supplierInput, brokerId: other.broker.id } }),
    ).toMatchObject({ status: 403 });
    expect(await operator.call(createSupplierRoute, { body: supplierInput })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/brokerId' }] },
    });
  });

  it('changes its sent members only, with an event that lists them', async () => {
    const client = await api.aClient();
    const { body } = await client.call(createSupplierRoute, { body: supplierInput });
    const { id } = body as Supplier;
    const changed = await client.call(changeSupplierRoute, {
      params: { id },
      body: { regime: 'SIMPLE', tradeName: 'Linework' },
    });
    expect(changed).toMatchObject({ status: 200, body: { ...supplierInput, regime: 'SIMPLE', tradeName: 'Linework' } });
    expect((await listEvents(id)).slice(1)).toMatchObject([
      { type: 'supplier.changed', details: { changed: ['tradeName', 'regime'] } },
    ]);
    const rejected = await client.call(changeSupplierRoute, {
      params: { id },
      body: { address: { ...anAddressInSaoPaulo, state: 'RJ' } },
    });
    expect(rejected).toMatchObject({ status: 422, body: { errors: [{ pointer: '/address/cityCode' }] } });
    await client.call(changeSupplierRoute, { params: { id }, body: {} });
    expect(await listEvents(id)).toHaveLength(2);
    const without = await client.call(changeSupplierRoute, { params: { id }, body: { tradeName: null } });
    expect(without.body).not.toHaveProperty('tradeName');
    expect(without.body).toMatchObject({ ...supplierInput, regime: 'SIMPLE' });
  });
});
