import { line as lineSchema } from '@linework/schemas/lines/line';
import { createLineRoute } from '@linework/schemas/lines/lines.routes';
import { order as orderSchema } from '@linework/schemas/orders/order';
import { orderPreview } from '@linework/schemas/orders/order-preview';
import { getOrderRoute, previewOrderRoute } from '@linework/schemas/orders/orders.routes';
import { aHolder } from '@linework/testing/a-holder';
import { aPool } from '@linework/testing/a-pool';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi, type TestApi } from '../support/test-api.ts';

let api: TestApi;
let client: Awaited<ReturnType<TestApi['aClient']>>;
beforeAll(async () => {
  api = await startTestApi();
  client = await api.aClient();
});
afterAll(() => api.close());

interface Wanted {
  readonly customerId: string;
  readonly msisdn: { readonly poolId: string };
  readonly sim: { readonly poolId: string };
}

let wanted: Wanted;
beforeEach(async () => {
  const brokerId = client.broker.id;
  const [numbers, sims] = [
    await aPool(api.db, { brokerId, count: 3 }),
    await aPool(api.db, { brokerId, type: 'SIM', count: 3 }),
  ];
  wanted = {
    customerId: (await aHolder(api.db, { brokerId })).id,
    msisdn: { poolId: numbers.id },
    sim: { poolId: sims.id },
  };
});

const create = (body: object, more: { headers?: Record<string, string> } = {}) =>
  client.call(createLineRoute, { body: body as Wanted, ...more });

describe('creating a line', () => {
  it('returns 202 with the PROVISIONING line and the location of its order', async () => {
    const response = await create({ ...wanted, externalCode: 'L-1', metadata: { floor: 3 } });
    expect(response.status).toBe(202);
    const line = lineSchema.parse(response.body);
    expect(line).toMatchObject({
      status: 'PROVISIONING',
      holder: { id: wanted.customerId },
      externalCode: 'L-1',
      metadata: { floor: 3 },
      brokerId: client.broker.id,
    });
    const orderId = response.headers.get('Location')?.split('/').at(-1) as string;
    expect(api.wakeUps.at(-1)).toEqual({ orderId, epoch: 0 });
    const { body } = await client.call(getOrderRoute, { params: { orderId } });
    expect(orderSchema.parse(body)).toMatchObject({
      type: 'LINE_PROVISION',
      status: 'PENDING',
      resource: { type: 'line', id: line.id },
      externalCode: 'L-1',
      input: {},
      steps: [{ actionCode: 'network.create' }, { actionCode: 'inventory.take' }],
    });
  });

  it('can be previewed: the response is the order with its future line, and nothing changes', async () => {
    const before = await readDatabaseState(api.db);
    api.wakeUps.splice(0);
    const response = await client.call(previewOrderRoute, {
      body: { type: 'LINE_PROVISION', line: { ...wanted, externalCode: 'L-9' } },
    });
    expect(response.status).toBe(200);
    const preview = orderPreview.parse(response.body);
    expect(preview).toMatchObject({
      type: 'LINE_PROVISION',
      externalCode: 'L-9',
      input: {},
      steps: [{ actionCode: 'network.create' }, {}],
    });
    expect(preview.resource).toBeUndefined();
    expect(await readDatabaseState(api.db)).toEqual(before);
    expect(api.wakeUps).toEqual([]);
  });

  it('twice with one Idempotency-Key creates one line', async () => {
    const headers = { 'Idempotency-Key': 'a-line-once' };
    const [first, second] = [await create(wanted, { headers }), await create(wanted, { headers })];
    expect(second.body).toEqual(first.body);
    expect(await api.db.prisma.line.count({ where: { holderId: wanted.customerId } })).toBe(1);
  });

  it.each([
    ['an external code in use', async () => ({ ...wanted, externalCode: 'in-use' }), 409, 'external-code-taken'],
    [
      'an empty pool',
      async () => ({
        ...wanted,
        sim: { poolId: (await aPool(api.db, { brokerId: client.broker.id, type: 'SIM' })).id },
      }),
      409,
      'resource-not-available',
    ],
    ['a pool of numbers for its SIM', async () => ({ ...wanted, sim: wanted.msisdn }), 422, 'unknown-source'],
    [
      "another broker's pool",
      async () => ({ ...wanted, msisdn: { poolId: (await aPool(api.db, { count: 1 })).id } }),
      422,
      'unknown-source',
    ],
    [
      "another broker's holder",
      async () => ({
        ...wanted,
        customerId: (await aHolder(api.db, { brokerId: (await api.aClient()).broker.id })).id,
      }),
      422,
      'unknown-holder',
    ],
  ])('with %s is rejected, and nothing is written', async (_, body, status, code) => {
    await create({ ...wanted, externalCode: 'in-use' });
    const input = await body();
    const before = await readDatabaseState(api.db);
    expect(await create(input)).toMatchObject({ status, body: { code } });
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it('reports all unknown sources together', async () => {
    const id = '018f0000-0000-7000-8000-00000000dead';
    const response = await create({ ...wanted, msisdn: { reservationId: id }, sim: { resourceId: id } });
    expect(response).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/msisdn/reservationId' }, { pointer: '/sim/resourceId' }] },
    });
  });

  it('reports all errors of a body together', async () => {
    const response = await create({
      msisdn: { poolId: 'x' },
      sim: { poolId: wanted.sim.poolId, resourceId: wanted.sim.poolId },
      colour: 'red',
    });
    expect(response.status).toBe(400);
    const { errors } = response.body as unknown as { errors: { pointer: string }[] };
    expect(errors.map(({ pointer }) => pointer).toSorted()).toEqual([
      '/colour',
      '/customerId',
      '/msisdn/poolId',
      '/sim',
    ]);
  });
});
