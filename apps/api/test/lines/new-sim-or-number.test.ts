import { line as lineSchema } from '@linework/schemas/lines/line';
import { changeNumberRoute, swapSimRoute } from '@linework/schemas/lines/lines.routes';
import { orderPreview } from '@linework/schemas/orders/order-preview';
import { getOrderRoute, previewOrderRoute } from '@linework/schemas/orders/orders.routes';
import { aLine, type SettledLineStatus } from '@linework/testing/a-line';
import { aPool } from '@linework/testing/a-pool';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
let client: Awaited<ReturnType<TestApi['aClient']>>;
beforeAll(async () => {
  api = await startTestApi();
  client = await api.aClient();
});
afterAll(() => api.close());

const kinds = [
  ['another SIM', 'SIM', 'LINE_SIM_SWAP', 'swap-sim'],
  ['another number', 'MSISDN', 'LINE_NUMBER_CHANGE', 'change-number'],
] as const;

describe.each(kinds)('giving a line %s', (_, type, orderType, requested) => {
  const aSource = async () => ({ poolId: (await aPool(api.db, { brokerId: client.broker.id, type, count: 1 })).id });
  const request = async (id: string, from: object) => {
    const source = from as { poolId: string };
    if (type === 'SIM') return client.call(swapSimRoute, { params: { id }, body: { sim: source } });
    return client.call(changeNumberRoute, { params: { id }, body: { msisdn: source } });
  };
  const aLineThatIs = (status: SettledLineStatus) => aLine(api.db, status, { brokerId: client.broker.id });

  it.each(['ACTIVE', 'BLOCKED'] as const)(
    'that is %s returns 202 with the unchanged line and opens an order',
    async (status) => {
      const line = await aLineThatIs(status);
      const response = await request(line.id, await aSource());
      expect(response.status).toBe(202);
      expect(lineSchema.parse(response.body)).toMatchObject({
        id: line.id,
        status,
        msisdn: line.msisdn,
        iccId: line.iccid,
      });
      const orderId = response.headers.get('Location')?.split('/').at(-1) as string;
      expect(await client.call(getOrderRoute, { params: { orderId } })).toMatchObject({
        body: { type: orderType, status: 'PENDING' },
      });
    },
  );

  it('can be previewed, and nothing changes', async () => {
    const [line, source] = [await aLineThatIs('ACTIVE'), await aSource()];
    const before = await readDatabaseState(api.db);
    const wanted = type === 'SIM' ? { sim: source } : { msisdn: source };
    const response = await client.call(previewOrderRoute, { body: { type: orderType, lineId: line.id, ...wanted } });
    expect(orderPreview.parse(response.body)).toMatchObject({ type: orderType, resource: { id: line.id } });
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it('whose status does not allow it returns 409 with the allowed requests', async () => {
    const line = await aLineThatIs('STAND_BY');
    const response = await request(line.id, await aSource());
    expect(response).toMatchObject({
      status: 409,
      body: { currentStatus: 'STAND_BY', requested, allowed: ['activate', 'delete'] },
    });
  });

  it('with another open order returns 409 and claims nothing', async () => {
    const line = await aLineThatIs('ACTIVE');
    await request(line.id, await aSource());
    const source = await aSource();
    const before = await readDatabaseState(api.db);
    expect(await request(line.id, source)).toMatchObject({ status: 409, body: { code: 'open-order' } });
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it("from another broker's pool returns 422 with its place in the body, and opens no order", async () => {
    const line = await aLineThatIs('ACTIVE');
    const { id: poolId } = await aPool(api.db, { type, count: 1 });
    const before = await readDatabaseState(api.db);
    const errors = [{ pointer: type === 'SIM' ? '/sim/poolId' : '/msisdn/poolId' }];
    expect(await request(line.id, { poolId })).toMatchObject({ status: 422, body: { code: 'unknown-source', errors } });
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it('without an available one returns 409 and opens no order', async () => {
    const line = await aLineThatIs('ACTIVE');
    const { poolId } = await aSource();
    await request((await aLineThatIs('ACTIVE')).id, { poolId });
    const before = await readDatabaseState(api.db);
    expect(await request(line.id, { poolId })).toMatchObject({ status: 409, body: { code: 'resource-not-available' } });
    expect(await readDatabaseState(api.db)).toEqual(before);
  });
});
