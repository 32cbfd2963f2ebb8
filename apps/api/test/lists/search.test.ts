import { searchRecordsRoute } from '@linework/schemas/search/search.routes';
import { aPool } from '@linework/testing/a-pool';
import { afterAll, describe, expect, it } from 'vitest';
import { aPlacedOrder } from '../orders/a-failed-order.ts';
import { startTestApi, type TestClient } from '../support/test-api.ts';
import { aWebhookDelivery, aWebhookEndpointOfEachStatus } from '../webhooks/a-webhook-endpoint.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const { line: placedLine, orderId } = await aPlacedOrder(api, client);
await api.db.prisma.line.update({ where: { id: placedLine.id }, data: { externalCode: 'contract-4711' } });
const line = await api.db.prisma.line.findFirstOrThrow({ where: { id: placedLine.id }, include: { holder: true } });
const order = await api.db.prisma.order.findFirstOrThrow({ where: { id: orderId } });

async function search(searching: TestClient, q: string) {
  const { status, body } = await searching.call(searchRecordsRoute, { query: { q } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.items;
}

const national = `0${line.msisdn.slice(3, 5)} ${line.msisdn.slice(5, 10)}-${line.msisdn.slice(10)}`;

describe('the search', () => {
  it.each([
    ['its number as it is dialled', national, 'msisdn'],
    ['its ICCID', line.iccid, 'iccId'],
    ['its IMSI', line.imsi, 'imsi'],
    ['its external code', 'contract-4711', 'externalCode'],
    ['its id', line.id, 'id'],
  ])('finds a line by %s first, and then its orders', async (_what, q, matchedBy) => {
    const [first, ...others] = await search(client, q);
    expect(first).toMatchObject({ kind: 'line', id: line.id, matchedBy, isExact: true });
    expect(others.at(-1)).toMatchObject({ kind: 'order', id: orderId, matchedBy: 'line', isExact: false });
  });

  it('finds an order by its id and by its correlation id', async () => {
    expect(await search(client, orderId)).toMatchObject([{ kind: 'order', id: orderId, label: 'LINE_BLOCK' }]);
    expect((await search(client, order.correlationId)).map(({ id }) => id)).toContain(orderId);
  });

  it('finds a holder by its tax id, and its lines', async () => {
    const found = await search(client, line.holder.federalTaxId ?? '');
    expect(found).toMatchObject([
      { kind: 'holder', matchedBy: 'federalTaxId' },
      { kind: 'line', id: line.id, isExact: false },
    ]);
  });

  it('finds a pool by a part of its name, and a pool, a webhook endpoint and a delivery by their ids', async () => {
    const { id: brokerId } = client.broker;
    const pool = await aPool(api.db, { brokerId });
    await api.db.prisma.pool.update({ where: { id: pool.id }, data: { name: 'Recife 81, mobile' } });
    const [endpointId = ''] = await aWebhookEndpointOfEachStatus(api, brokerId);
    const deliveryId = await aWebhookDelivery(api, { brokerId, endpointId });
    const label = 'Recife 81, mobile';
    expect(await search(client, 'RECIFE')).toMatchObject([{ kind: 'pool', id: pool.id, label, matchedBy: 'name' }]);
    expect(await search(client, pool.id)).toMatchObject([{ kind: 'pool', label, matchedBy: 'id', isExact: true }]);
    expect(await search(client, endpointId)).toMatchObject([{ kind: 'webhook-endpoint', id: endpointId }]);
    expect(await search(client, deliveryId)).toMatchObject([{ kind: 'webhook-delivery', id: deliveryId }]);
    const other = await api.aClient();
    const reader = await api.aClient({ broker: client.broker, scopes: ['orders:read'] });
    for (const q of ['RECIFE', pool.id, endpointId, deliveryId]) {
      expect(await search(other, q)).toEqual([]);
      expect(await search(reader, q)).toEqual([]);
    }
  });

  it('finds nothing of another broker, and only kinds that the key may read', async () => {
    const other = await api.aClient();
    for (const q of [national, line.iccid, line.imsi, 'contract-4711', line.id, orderId, order.correlationId])
      expect(await search(other, q)).toEqual([]);
    const reader = await api.aClient({ broker: client.broker, scopes: ['orders:read'] });
    expect((await search(reader, line.iccid)).map(({ kind }) => kind)).toEqual(['order']);
  });

  it('finds records of every broker for an operator', async () => {
    expect((await search(await api.anOperatorsClient(), line.iccid))[0]).toMatchObject({
      id: line.id,
      brokerId: client.broker.id,
    });
  });
});
