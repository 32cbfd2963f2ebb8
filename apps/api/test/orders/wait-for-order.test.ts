import { blockLineRoute } from '@linework/schemas/lines/lines.routes';
import { getOrderRoute } from '@linework/schemas/orders/orders.routes';
import { anActiveLine } from '@linework/testing/a-line';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

// One connection: a request that held it while it waits would block every other one.
const api = await startTestApi({ poolSize: 1 });
afterAll(() => api.close());
const client = await api.aClient();

async function anOpenOrder(): Promise<string> {
  const line = await anActiveLine(api.db, { brokerId: client.broker.id });
  await client.call(blockLineRoute, { params: { id: line.id } });
  const { rows } = await api.db.pool.query<{ id: string }>('SELECT id FROM orders WHERE resource_id = $1', [line.id]);
  return rows[0]?.id ?? '';
}

const getOrder = (orderId: string, waitSeconds: number, signal?: AbortSignal) =>
  fetch(`${api.url}/orders/${orderId}?waitSeconds=${waitSeconds}`, {
    headers: { 'X-API-Key': client.key },
    ...(signal && { signal }),
  });

/** Cancels an order that has not started. */
const settle = (orderId: string) =>
  api.db.pool.query("UPDATE orders SET status = 'CANCELLED', due_at = NULL WHERE id = $1", [orderId]);

describe('a request for an order with waitSeconds', () => {
  it('does not show the order when its key is revoked meanwhile', async () => {
    const orderId = await anOpenOrder();
    const reader = await api.aClient({ broker: client.broker });
    const waiting = fetch(`${api.url}/orders/${orderId}?waitSeconds=25`, { headers: { 'X-API-Key': reader.key } });
    await expect
      .poll(async () => (await api.db.prisma.apiKey.findUnique({ where: { id: reader.keyId } }))?.lastUsedAt, {
        timeout: 20_000,
      })
      .toBeTruthy();
    await api.db.pool.query('UPDATE api_key SET revoked_at = now() WHERE id = $1', [reader.keyId]);
    expect((await waiting).status).toBe(401);
  });

  it('is answered when the order has settled, and holds no connection meanwhile', async () => {
    const orderId = await anOpenOrder();
    const waiting = Array.from({ length: 20 }, () => getOrder(orderId, 25));
    const { status } = await client.call(getOrderRoute, { params: { orderId } });
    expect(status).toBe(200);
    await settle(orderId);
    const statuses = (await Promise.all(waiting.map(async (response) => (await response).json()))).map(
      (order) => (order as { status: string }).status,
    );
    expect(new Set(statuses)).toEqual(new Set(['CANCELLED']));
  });

  it('is answered with the present state at the end of the time', async () => {
    const orderId = await anOpenOrder();
    const response = await getOrder(orderId, 1);
    expect(await response.json()).toMatchObject({ id: orderId, status: 'PENDING' });
  });

  it('is answered at once when the order has settled already', async () => {
    const orderId = await anOpenOrder();
    await settle(orderId);
    expect(await (await getOrder(orderId, 25)).json()).toMatchObject({ status: 'CANCELLED' });
  });
});
