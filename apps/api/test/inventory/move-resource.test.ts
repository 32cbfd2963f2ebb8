import {
  decommissionResourceRoute,
  recallResourceRoute,
  resumeResourceRoute,
  suspendResourceRoute,
} from '@linework/schemas/inventory/resources.routes';
import { aPool } from '@linework/testing/a-pool';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();

describe('moving a resource', () => {
  it('returns the changed resource for each request', async () => {
    const { resourceIds } = await aPool(api.db, { brokerId: client.broker.id, count: 1 });
    const params = { id: resourceIds[0] as string };
    const request = (
      route: typeof suspendResourceRoute | typeof resumeResourceRoute | typeof decommissionResourceRoute,
    ) => client.call(route, { params });
    for (const [route, status] of [
      [suspendResourceRoute, 'suspended'],
      [resumeResourceRoute, 'available'],
      [decommissionResourceRoute, 'decommissioned'],
    ] as const) {
      expect(await request(route)).toMatchObject({
        status: 200,
        body: { id: params.id, status, pool: { title: expect.any(String) } },
      });
    }
  });

  it('returns 409 with the allowed requests when its status does not allow it', async () => {
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
