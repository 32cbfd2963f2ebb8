import { createResourceRoute, listResourceEventsRoute } from '@linework/schemas/inventory/resources.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';
import { buildNumbersCsv, createImporter } from './an-import.ts';

const api = await startTestApi();
afterAll(() => api.close());
const operator = await api.anOperatorsClient();
const { aPoolToFill, importFile } = createImporter(api, operator);

async function findFirstActor(resourceId: string) {
  const { status, body } = await operator.call(listResourceEventsRoute, { params: { id: resourceId } });
  if (status !== 200) throw new Error(`The event list returned ${status}.`);
  return body.items[0]?.actor;
}

const self = { type: 'key', keyId: operator.keyId, name: expect.any(String) };

describe('the first event of a resource', () => {
  it('names the key that created it', async () => {
    const { id: poolId } = await aPoolToFill();
    const { body } = await operator.call(createResourceRoute, {
      params: { poolId },
      body: { externalCode: '+5521970000001' },
    });
    expect(await findFirstActor((body as { id: string }).id)).toEqual(self);
  });

  it.each([true, false])('names the key that imported it (atomic: %s)', async (atomic) => {
    const { id: poolId } = await aPoolToFill();
    expect(
      (
        await importFile(poolId, buildNumbersCsv({ from: atomic ? 71_000_000 : 72_000_000, count: 3 }), {
          query: { atomic },
        })
      ).status,
    ).toBe(200);
    const resources = await api.db.prisma.resource.findMany({ where: { poolId } });
    expect(resources).toHaveLength(3);
    for (const { id } of resources) expect(await findFirstActor(id)).toEqual(self);
  });

  it('names no actor if none is stored', async () => {
    const { resourceIds } = await aPoolToFill({ count: 1 });
    expect(await findFirstActor(resourceIds[0] as string)).toBeUndefined();
  });
});
