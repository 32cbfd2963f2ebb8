import { randomInt, randomUUID } from 'node:crypto';
import type { Holder } from '@linework/schemas/holders/holder';
import {
  changeHolderRoute,
  createHolderRoute,
  getHolderRoute,
  listHoldersRoute,
} from '@linework/schemas/holders/holders.routes';
import { aCnpj, aCpf } from '@linework/testing/codes/tax-ids';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const operator = await api.anOperatorsClient();

const address = {
  street: 'Avenida Paulista',
  number: '1000',
  district: 'Bela Vista',
  cityCode: '3550308',
  city: 'São Paulo',
  postalCode: '01310100',
  state: 'SP',
} as const;
const newHolder = () => ({ name: 'Maria Souza', federalTaxId: aCpf() });
const eventsOf = (resourceId: string) =>
  api.db.prisma.event.findMany({ where: { resourceId }, orderBy: { seq: 'asc' } });

async function aCreatedHolder(more: object = {}): Promise<Holder> {
  const created = await client.call(createHolderRoute, { body: { ...newHolder(), ...more } });
  expect(created.status).toBe(201);
  return created.body as Holder;
}

describe('a holder', () => {
  it("is created with its details in the key's broker, with an event without personal data", async () => {
    const body = {
      ...newHolder(),
      email: 'maria@example.com',
      phone: '+5511987654321',
      address,
      externalCode: randomUUID(),
      metadata: { since: 2020 },
    };
    const created = await client.call(createHolderRoute, { body });
    const shown = created.body as Holder;
    expect(created).toMatchObject({ status: 201, body: { ...body, brokerId: client.broker.id } });
    expect(created.headers.get('location')).toBe(`/holders/${shown.id}`);
    expect(await client.call(getHolderRoute, { params: { id: shown.id } })).toMatchObject({ status: 200, body: shown });
    expect(await eventsOf(shown.id)).toMatchObject([
      { type: 'holder.created', resourceType: 'holder', details: {}, keyId: client.keyId },
    ]);
  });

  it.each([
    ['a CPF with punctuation', '529.982.247-25', '52998224725'],
    ['a CNPJ with punctuation', '11.222.333/0001-81', '11222333000181'],
    ['a CNPJ with letters', '12.abc.345/01de-35', '12ABC34501DE35'],
  ])('accepts %s and stores it normalised', async (_what, federalTaxId, stored) => {
    expect(await aCreatedHolder({ federalTaxId })).toMatchObject({ federalTaxId: stored });
  });

  it.each(['', '123', '52998224724', '11222333000180', '00000000000', '12ABC34501DE36', '5299822472５'])(
    'rejects the tax id %j',
    async (federalTaxId) => {
      const response = await client.call(createHolderRoute, { body: { ...newHolder(), federalTaxId } });
      expect(response).toMatchObject({ status: 400, body: { errors: [{ pointer: '/federalTaxId' }] } });
    },
  );

  it('has a tax id and a code that are unique within its broker', async () => {
    const first = await aCreatedHolder({ externalCode: randomUUID() });
    const { federalTaxId, externalCode } = first;
    expect(
      await client.call(createHolderRoute, { body: { ...newHolder(), federalTaxId: federalTaxId as string } }),
    ).toMatchObject({
      status: 409,
      body: { code: 'tax-id-taken' },
    });
    expect(await client.call(createHolderRoute, { body: { ...newHolder(), externalCode } })).toMatchObject({
      status: 409,
      body: { code: 'external-code-taken' },
    });
    const { id } = await aCreatedHolder();
    expect(
      await client.call(changeHolderRoute, { params: { id }, body: { federalTaxId: federalTaxId as string } }),
    ).toMatchObject({ status: 409 });
    const other = await api.aClient();
    expect(
      await other.call(createHolderRoute, { body: { ...newHolder(), federalTaxId: federalTaxId as string } }),
    ).toMatchObject({ status: 201 });
  });

  it('is created once for concurrent requests', async () => {
    for (let round = 0; round < 10; round += 1) {
      const body = { name: 'Twice', federalTaxId: aCnpj() };
      const responses = await Promise.all([
        client.call(createHolderRoute, { body }),
        client.call(createHolderRoute, { body }),
      ]);
      expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    }
  });

  it('is created by an operator only for a named and existing broker', async () => {
    expect(await operator.call(createHolderRoute, { body: newHolder() })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/brokerId' }] },
    });
    const invalid = await operator.call(createHolderRoute, { body: { ...newHolder(), name: '' } });
    expect(invalid).toMatchObject({ status: 400, body: { errors: [{ pointer: '/brokerId' }, { pointer: '/name' }] } });
    const unknown = await operator.call(createHolderRoute, { body: { ...newHolder(), brokerId: randomUUID() } });
    expect(unknown).toMatchObject({ status: 422, body: { code: 'unknown-broker' } });
    const created = await operator.call(createHolderRoute, { body: { ...newHolder(), brokerId: client.broker.id } });
    expect(created).toMatchObject({ status: 201, body: { brokerId: client.broker.id } });
  });

  it('cannot be created by one broker for another', async () => {
    const { broker } = await api.aClient();
    expect(await client.call(createHolderRoute, { body: { ...newHolder(), brokerId: broker.id } })).toMatchObject({
      status: 403,
      body: { code: 'other-broker' },
    });
  });

  it('changes only the sent members, loses those that are null, and the event lists only member names', async () => {
    const { id, federalTaxId } = await aCreatedHolder({ email: 'maria@example.com', phone: '+5511987654321', address });
    const body = { name: 'Maria Lima', email: null, address: { ...address, number: '7' } };
    const changed = await client.call(changeHolderRoute, { params: { id }, body });
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'Maria Lima', federalTaxId, phone: '+5511987654321', address: { number: '7' } },
    });
    expect(changed.body).not.toHaveProperty('email');
    expect((await eventsOf(id)).slice(1)).toMatchObject([
      { type: 'holder.changed', details: { changed: ['name', 'email', 'address'] } },
    ]);
  });

  it('stays unchanged, without an event, for an empty change', async () => {
    const created = await aCreatedHolder();
    expect(await client.call(changeHolderRoute, { params: { id: created.id }, body: {} })).toMatchObject({
      status: 200,
      body: created,
    });
    expect(await eventsOf(created.id)).toHaveLength(1);
  });
});

describe('the list of holders', () => {
  it('filters by a part of the name or code, and by the whole tax id in any notation', async () => {
    const mark = `100%_${randomInt(10 ** 9)}`;
    const created = await aCreatedHolder({ name: `Ana ${mark} Dias`, externalCode: `Crm-${mark}` });
    await aCreatedHolder({ name: mark.replace('%_', 'xx') });
    const found = async (query: object) => (await client.call(listHoldersRoute, { query })).body;
    for (const query of [
      { name: `ANA ${mark}` },
      { externalCode: `crm-${mark}` },
      { federalTaxId: (created.federalTaxId as string).replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4') },
    ]) {
      expect(await found(query)).toMatchObject({ items: [{ id: created.id }], meta: { total: 1 } });
    }
  });
});
