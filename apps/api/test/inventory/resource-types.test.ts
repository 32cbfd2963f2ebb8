import type { ResourceType } from '@linework/schemas/inventory/resource-type';
import { createResourceTypeRoute, listResourceTypesRoute } from '@linework/schemas/inventory/resources.routes';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const operator = await api.anOperatorsClient();
const client = await api.aClient();

const create = (body: object) => operator.call(createResourceTypeRoute, { body: body as never });

describe('resource types', () => {
  it('include numbers and SIMs from the start, visible to every broker', async () => {
    const { body } = await client.call(listResourceTypesRoute, { query: { sortOrder: 'asc' } });
    const codes = (body as { readonly items: readonly ResourceType[] }).items.map(({ code, reusable }) => [
      code,
      reusable,
    ]);
    expect(codes).toEqual(
      expect.arrayContaining([
        ['MSISDN', true],
        ['SIM', false],
      ]),
    );
  });

  it('are created by operators, with default or requested TTLs and an event', async () => {
    const { status, body } = await create({ code: 'ESIM', name: 'eSIM profile', reusable: false, reservationTTL: 0 });
    expect([status, body]).toMatchObject([
      201,
      { code: 'ESIM', name: 'eSIM profile', reusable: false, reservationTTL: 0, quarantineTTL: 7_776_000 },
    ]);
    const event = { type: 'resource_type.created', resourceType: 'resource-type', keyId: operator.keyId };
    expect(await api.db.prisma.event.findFirst({ where: { resourceId: (body as { id: string }).id } })).toMatchObject(
      event,
    );
  });

  it.each(['', ' ', ' SIM', 'SIM\n'])(
    'require a code that begins and ends with a visible character, unlike %j',
    async (code) => {
      expect(await create({ code, name: 'Unseen', reusable: true })).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/code' }] },
      });
    },
  );

  it('have unique codes', async () => {
    expect(await create({ code: 'SIM', name: 'Another', reusable: true })).toMatchObject({
      status: 409,
      body: { code: 'type-code-taken' },
    });
  });
});
