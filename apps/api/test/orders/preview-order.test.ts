import { previewOrderRoute } from '@linework/schemas/orders/orders.routes';
import { anActiveLine } from '@linework/testing/a-line';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient();
const preview = (body: object, of = client) => of.call(previewOrderRoute, { body: body as { type: 'LINE_BLOCK' } });

describe('previewing an order', () => {
  it('lists all invalid members of the body for the requested type', async () => {
    const response = await preview({ type: 'LINE_SIM_SWAP', msisdn: { poolId: 'x' }, line: {}, colour: 'red' });
    expect(response.status).toBe(400);
    const { errors } = response.body as unknown as { errors: readonly { pointer: string; detail: string }[] };
    expect(errors.map(({ pointer }) => pointer)).toEqual(expect.arrayContaining(['/msisdn/poolId', '/colour']));
    expect(await preview({ type: 'LINE_SIM_SWAP' })).toMatchObject({
      status: 400,
      body: {
        errors: [
          { pointer: '/lineId', detail: '`lineId` is missing: LINE_SIM_SWAP requires it.' },
          { pointer: '/sim', detail: '`sim` is missing: LINE_SIM_SWAP requires it.' },
        ],
      },
    });
  });

  it('rejects a member that the type does not allow, and a type that cannot be previewed', async () => {
    const { id: lineId } = await anActiveLine(api.db, { brokerId: client.broker.id });
    expect(await preview({ type: 'LINE_BLOCK', lineId, sim: { poolId: lineId } })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/sim' }] },
    });
    expect(await preview({ type: 'LINE_PORT_OUT', lineId })).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/type' }] },
    });
  });

  it('returns 404 for a line of another broker, with the same detail as for an unknown line', async () => {
    const foreign = await anActiveLine(api.db);
    const before = await readDatabaseState(api.db);
    const response = await preview({ type: 'LINE_BLOCK', lineId: foreign.id });
    expect(response).toMatchObject({
      status: 404,
      body: { code: 'not-found', detail: `There is no line ${foreign.id}.` },
    });
    expect(await readDatabaseState(api.db)).toEqual(before);
  });

  it('requires the scope lines:write', async () => {
    const { id: lineId } = await anActiveLine(api.db, { brokerId: client.broker.id });
    const reader = await api.aClient({ scopes: ['lines:read', 'orders:read'] });
    expect(await preview({ type: 'LINE_BLOCK', lineId }, reader)).toMatchObject({
      status: 403,
      body: { code: 'missing-scope' },
    });
  });
});
