import { decommissionResourceRoute, recallResourceRoute, resumeResourceRoute, suspendResourceRoute } from '@linework/schemas/inventory/move-resource.route';
import { aPool } from '@linework/testing/a-pool';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();

describe('moving a resource', () => {
  it('answers the resource as it is then, by each request in turn', async () => {
    const { resourceIds } = await aPool(api.db, { brokerId: client.broker.id, count: 1 });
    const params = { id: resourceIds[0] as string };
    const ask = (route: typeof suspendResourceRoute | typeof resumeResourceRoute | typeof decommissionResourceRoute) => client.call(route, { params });
    for (const [route, status] of [
      [suspendResourceRoute, 'suspended'],
      [resumeResourceRoute, 'available'],
      [decommissionResourceRoute, 'decommissioned'],
    ] as const) {
      expect(await ask(route)).toMatchObject({ status: 200, body: { id: params.id, status, pool: { title: expect.any(String) } } });
    }
  });

  it('that may not move so answers 409 with what may be asked for', async () => {
    const { resourceIds } = await aPool(api.db, { brokerId: client.broker.id, count: 1 });
    const id = resourceIds[0] as string;
    const { status, body } = await client.call(recallResourceRoute, { params: { id } });
    expect(status).toBe(409);
    expect(body).toMatchObject({
      resource: { type: 'resource', id },
      currentStatus: 'available',
      requested: 'recall',
      allowed: ['reserve', 'suspend', 'decommission'],
    });
  });
});
