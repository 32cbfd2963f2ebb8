import { changePoolRoute, createPoolRoute, listPoolEventsRoute } from '@linework/schemas/inventory/pools/pools.routes';
import { msisdnTypeId } from '@linework/schemas/inventory/resource-type';
import { listResourceEventsRoute, suspendResourceRoute } from '@linework/schemas/inventory/resources.routes';
import { aPool } from '@linework/testing/a-pool';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const operator = await api.anOperatorsClient();

describe('the events of the inventory', () => {
  it('contain the status changes of a resource', async () => {
    const { resourceIds } = await aPool(api.db, { brokerId: client.broker.id, count: 1 });
    const params = { id: resourceIds[0] as string };
    await client.call(suspendResourceRoute, { params });
    expect(await client.call(listResourceEventsRoute, { params })).toMatchObject({
      status: 200,
      body: {
        items: [
          { to: 'available' },
          {
            type: 'resource.suspended',
            from: 'available',
            to: 'suspended',
            resource: { type: 'resource', id: params.id },
          },
        ],
      },
    });
  });

  it('contain the changes of a pool', async () => {
    const body = { name: 'Numbers that are watched', typeId: msisdnTypeId, brokerId: client.broker.id };
    const { id } = (await operator.call(createPoolRoute, { body })).body as { readonly id: string };
    await operator.call(changePoolRoute, { params: { poolId: id }, body: { lowAvailabilityThreshold: 5 } });
    expect(await client.call(listPoolEventsRoute, { params: { poolId: id } })).toMatchObject({
      status: 200,
      body: { items: [{ type: 'pool.created' }, { type: 'pool.changed' }] },
    });
  });
});
