import { randomUUID } from 'node:crypto';
import type { Offer } from '@linework/schemas/catalog/offer';
import { changeOfferRoute, createOfferRoute, getOfferRoute } from '@linework/schemas/catalog/offers.routes';
import { anOffer } from '@linework/testing/an-offer';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const operator = await api.anOperatorsClient();
const brokerId = client.broker.id;

async function aCreatedOffer(more: object = {}): Promise<Offer> {
  const created = await operator.call(createOfferRoute, {
    body: { brokerId, name: 'Controle', description: 'Ten gigabytes', ...more },
  });
  expect(created.status).toBe(201);
  return created.body as Offer;
}

const change = (id: string, body: object) => operator.call(changeOfferRoute, { params: { id }, body });
const changesOf = (resourceId: string) =>
  api.db.prisma.event.findMany({ where: { resourceId, type: 'offer.changed' } });

describe('changing an offer', () => {
  it('changes only the sent members, removes those that are null, and lists only member names in the event', async () => {
    const created = await aCreatedOffer({ externalCode: randomUUID(), metadata: { tier: 'gold' } });
    const body = { name: 'Controle 10', description: null, metadata: { tier: 'silver' } };
    const changed = await change(created.id, body);
    const { description: _description, ...others } = created;
    expect(changed).toMatchObject({
      status: 200,
      body: { ...others, name: 'Controle 10', metadata: { tier: 'silver' }, updatedAt: expect.any(String) },
    });
    expect(changed.body).not.toHaveProperty('description');
    expect(await client.call(getOfferRoute, { params: { id: created.id } })).toMatchObject({
      status: 200,
      body: changed.body,
    });
    expect(await changesOf(created.id)).toMatchObject([
      { details: { changed: ['name', 'description', 'metadata'] }, keyId: operator.keyId, brokerId },
    ]);
  });

  it('does not change its versions', async () => {
    const { id, versionId, content } = await anOffer(api.db, { brokerId });
    const changed = await change(id, { name: 'Otherwise' });
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'Otherwise', currentVersion: { id: versionId, version: 1, ...content } },
    });
  });

  it('does nothing and emits no event for an empty change', async () => {
    const created = await aCreatedOffer();
    expect(await change(created.id, {})).toMatchObject({ status: 200, body: created });
    expect(await changesOf(created.id)).toEqual([]);
  });

  it('rejects a code that another offer of the broker has, even for concurrent requests', async () => {
    const offers = await Promise.all(Array.from({ length: 8 }, () => aCreatedOffer()));
    const externalCode = randomUUID();
    const responses = await Promise.all(offers.map(({ id }) => change(id, { externalCode })));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    expect(responses.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'external-code-taken' } });
  });

  it('is allowed for operators only', async () => {
    const { id } = await aCreatedOffer();
    expect(await client.call(changeOfferRoute, { params: { id }, body: { name: 'Mine' } })).toMatchObject({
      status: 403,
    });
  });
});
