import { randomUUID } from 'node:crypto';
import type { Pool } from '@linework/schemas/inventory/pools/pool';
import {
  changePoolRoute,
  createPoolRoute,
  deletePoolRoute,
  getPoolRoute,
} from '@linework/schemas/inventory/pools/pools.routes';
import { msisdnTypeId } from '@linework/schemas/inventory/resource-type';
import { aPool } from '@linework/testing/a-pool';
import { countWaitingSessions } from '@linework/testing/count-waiting-sessions';
import { waitUntil } from '@linework/testing/processes/wait-until';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../support/test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());
const operator = await api.anOperatorsClient();
const client = await api.aClient();

const wanted = () => ({ typeId: msisdnTypeId, brokerId: client.broker.id, name: `numbers ${randomUUID()}` });
const eventsOf = (resourceId: string) =>
  api.db.prisma.event.findMany({ where: { resourceId }, orderBy: { seq: 'asc' } });
const move = (ids: readonly string[], status: string) =>
  api.db.pool.query('UPDATE resource_state SET status = $2 WHERE resource_id = ANY($1)', [ids, status]);

describe('a pool', () => {
  it('is created empty by an operator, with an event, and its broker sees it', async () => {
    const body = { ...wanted(), metadata: { region: 11 }, lowAvailabilityThreshold: 5, reservationTTL: 60 };
    const created = await operator.call(createPoolRoute, { body });
    const { reservationTTL: _, ...shown } = body;
    expect(created).toMatchObject({ status: 201, body: { ...shown, resourcesCount: 0, availableResourcesCount: 0 } });
    const pool = created.body as Pool;
    expect(await client.call(getPoolRoute, { params: { poolId: pool.id } })).toMatchObject({ status: 200, body: pool });
    expect(await eventsOf(pool.id)).toMatchObject([
      { type: 'pool.created', resourceType: 'pool', brokerId: client.broker.id, keyId: operator.keyId },
    ]);
  });

  it('is not created for an unknown type or broker', async () => {
    for (const missing of [{ typeId: randomUUID() }, { brokerId: randomUUID() }]) {
      expect(await operator.call(createPoolRoute, { body: { ...wanted(), ...missing } })).toMatchObject({
        status: 404,
      });
    }
  });

  it('has a unique name among the pools of its broker', async () => {
    const [one, other] = [wanted(), wanted()];
    await operator.call(createPoolRoute, { body: one });
    expect(await operator.call(createPoolRoute, { body: one })).toMatchObject({
      status: 409,
      body: { code: 'pool-name-taken' },
    });
    const { body } = await operator.call(createPoolRoute, { body: other });
    const renamed = await operator.call(changePoolRoute, {
      params: { poolId: (body as Pool).id },
      body: { name: one.name },
    });
    expect(renamed).toMatchObject({ status: 409, body: { code: 'pool-name-taken' } });
    const { broker } = await api.aClient();
    expect(await operator.call(createPoolRoute, { body: { ...one, brokerId: broker.id } })).toMatchObject({
      status: 201,
    });
  });

  it('shows the number of its resources and of the available ones', async () => {
    const pool = await aPool(api.db, { brokerId: client.broker.id, count: 5 });
    await move(pool.resourceIds.slice(0, 2), 'suspended');
    await move(pool.resourceIds.slice(0, 1), 'decommissioned');
    expect(await client.call(getPoolRoute, { params: { poolId: pool.id } })).toMatchObject({
      body: { resourcesCount: 5, availableResourcesCount: 3 },
    });
  });

  it('changes its named settings, with an event that names them', async () => {
    const { body } = await operator.call(createPoolRoute, {
      body: { ...wanted(), lowAvailabilityThreshold: 3, reservationTTL: 60, quarantineTTL: 0 },
    });
    const { id: poolId, name } = body as Pool;
    const changed = await operator.call(changePoolRoute, {
      params: { poolId },
      body: { metadata: { a: 1 }, reservationTTL: null },
    });
    expect(changed).toMatchObject({ status: 200, body: { name, metadata: { a: 1 }, lowAvailabilityThreshold: 3 } });
    expect(await api.db.prisma.pool.findUnique({ where: { id: poolId } })).toMatchObject({
      reservationTtl: null,
      quarantineTtl: 0,
    });
    expect((await eventsOf(poolId)).slice(1)).toMatchObject([
      { type: 'pool.changed', details: { changed: ['metadata', 'reservationTTL'] } },
    ]);
    await operator.call(changePoolRoute, { params: { poolId }, body: {} });
    expect(await eventsOf(poolId)).toHaveLength(2);
  });

  it('is deleted while it is empty, with its counters and an event', async () => {
    const pool = await aPool(api.db, { brokerId: client.broker.id });
    await api.db.pool.query(
      "INSERT INTO pool_count (pool_id, status, delta) VALUES ($1, 'available', 1), ($1, 'available', -1)",
      [pool.id],
    );
    expect(await operator.call(deletePoolRoute, { params: { poolId: pool.id } })).toMatchObject({ status: 204 });
    expect(await operator.call(getPoolRoute, { params: { poolId: pool.id } })).toMatchObject({ status: 404 });
    expect(await api.db.prisma.poolCount.count({ where: { poolId: pool.id } })).toBe(0);
    expect(await eventsOf(pool.id)).toMatchObject([{ type: 'pool.deleted', brokerId: client.broker.id }]);
  });

  it('is not deleted while it has a resource, even a withdrawn one', async () => {
    const pool = await aPool(api.db, { brokerId: client.broker.id, count: 1 });
    await move(pool.resourceIds, 'decommissioned');
    expect(await operator.call(deletePoolRoute, { params: { poolId: pool.id } })).toMatchObject({
      status: 409,
      body: { code: 'pool-in-use' },
    });
    expect(await operator.call(getPoolRoute, { params: { poolId: pool.id } })).toMatchObject({ status: 200 });
  });

  it('is not deleted while a concurrent request adds a resource', async () => {
    const pool = await aPool(api.db, { brokerId: client.broker.id });
    const adding = await api.db.pool.connect();
    await adding.query('BEGIN');
    await adding.query(
      `INSERT INTO resource (id, pool_id, type_id, broker_id, external_code)
       VALUES (gen_random_uuid(), $1, $2, $3, 'just now')`,
      [pool.id, pool.typeId, pool.brokerId],
    );
    const removed = operator.call(deletePoolRoute, { params: { poolId: pool.id } });
    await waitUntil('the deletion waits', async () => (await countWaitingSessions(api.db)) === 1);
    await adding.query('COMMIT');
    adding.release();
    expect(await removed).toMatchObject({ status: 409, body: { code: 'pool-in-use' } });
  });
});
