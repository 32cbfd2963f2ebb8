import { createClient } from '@linework/http/client';
import { listCodes } from '@linework/problem-details/codes/problem-codes';
import { problemNames } from '@linework/problem-details/codes/problems';
import { lifecycles } from '@linework/schemas/lifecycles/lifecycles';
import {
  getLifecycleRoute,
  getProblemRoute,
  listLifecyclesRoute,
  listOrderTypesRoute,
} from '@linework/schemas/meta/meta.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { publicUrl, startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const client = await api.aClient({ scopes: ['orders:read'] });
const anybody = createClient(api.url);

describe('the description of the interface', () => {
  it('explains every problem at the address of its type, without a key', async () => {
    expect(problemNames).toHaveLength(9);
    for (const name of problemNames) {
      const { status, body } = await anybody.call(getProblemRoute, { params: { name } });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        type: `${publicUrl}/problems/${name}`,
        name,
        explanation: expect.stringMatching(/\w{3}/),
      });
      expect((body as { codes: unknown }).codes).toEqual(listCodes(name));
    }
  });

  it.each(['nothing', '__proto__', 'constructor', 'toString'])('returns 404 for the problem %s', async (name) => {
    expect((await anybody.call(getProblemRoute, { params: { name } })).status).toBe(404);
  });

  it('lists all lifecycles, and shows each one', async () => {
    const { body } = await client.call(listLifecyclesRoute);
    const { items } = body as {
      items: {
        name: string;
        moves: { from: string | null; to: string; on?: string }[];
        statuses: { name: string; final: boolean }[];
      }[];
    };
    expect(items.map(({ name }) => name)).toEqual(lifecycles.map(({ name }) => name));
    for (const item of items)
      expect((await client.call(getLifecycleRoute, { params: { name: item.name } })).body).toEqual(item);
    const [line] = items;
    expect(line?.moves).toContainEqual({ from: 'ACTIVE', to: 'BLOCKING', on: 'block' });
    expect(line?.moves).toContainEqual({ from: null, to: 'PROVISIONING' });
    expect(line?.statuses.filter(({ final }) => final).map(({ name }) => name)).toEqual(['TERMINATED']);
  });

  it('lists every order type with its steps and the statuses that allow it', async () => {
    const { body } = await client.call(listOrderTypesRoute);
    expect((body as { items: unknown[] }).items).toContainEqual({
      code: 'LINE_BLOCK',
      version: 1,
      earlierVersions: [],
      summary: expect.any(String),
      onFailure: 'halt',
      request: 'block',
      from: ['ACTIVE', 'BLOCKING_ERROR'],
      steps: [
        { code: 'LINE_BLOCK.SUSPEND_NETWORK', actionCode: 'network.suspend', kind: 'external', pointOfNoReturn: false },
        {
          code: 'LINE_BLOCK.SUSPEND_RESOURCES',
          actionCode: 'inventory.suspend',
          kind: 'local',
          pointOfNoReturn: false,
        },
      ],
    });
  });
});
