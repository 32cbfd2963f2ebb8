import { randomUUID } from 'node:crypto';
import { verifyCounters } from '@linework/inventory/pools/verify-counters';
import { reserveResources } from '@linework/inventory/reservations/reserve-resources';
import { requestResourceMove } from '@linework/inventory/resources/request-resource-move';
import { deletePoolRoute, getPoolRoute, listPoolImportsRoute } from '@linework/schemas/inventory/pools/pools.routes';
import {
  changeResourceRoute,
  getResourceRoute,
  type ImportReport,
  listResourceEventsRoute,
  removeResourceRoute,
  undoImportRoute,
} from '@linework/schemas/inventory/resources.routes';
import { aLineWithResources } from '@linework/testing/a-line-with-resources';
import { aPool } from '@linework/testing/a-pool';
import { anOperator } from '@linework/testing/callers';
import { inventoryInvariants } from '@linework/testing/invariants/inventory-invariants';
import { v7 as newId } from 'uuid';
import { afterAll, describe, expect, it } from 'vitest';
import { readDatabaseState } from '../support/read-database-state.ts';
import { startTestApi } from '../support/test-api.ts';
import { createImporter } from './an-import.ts';

const api = await startTestApi();
afterAll(() => api.close());
const operator = await api.anOperatorsClient();
const client = await api.aClient();
const { aPoolToFill, importFile, codesIn } = createImporter(api, operator);
const remove = (id: string) => operator.call(removeResourceRoute, { params: { id } });
const undo = (importId: string) => operator.call(undoImportRoute, { body: { importId } });
const eventsOf = (resourceId: string, type: string) => api.db.prisma.event.findMany({ where: { resourceId, type } });

const resourcesOf = (importId: string) => api.db.prisma.resource.findMany({ where: { importId } });

interface EventList {
  readonly items: readonly { readonly type: string }[];
}

async function checkInventory(): Promise<void> {
  for (const { description, violations, idleLimitMs } of inventoryInvariants)
    if (idleLimitMs === undefined) expect((await api.db.pool.query(violations)).rows, description).toEqual([]);
}

const rightSims =
  'externalCode,attributes.imsi\n8955010000000000013,724990000000011\n8955010000000000021,724990000000012\n' +
  '8955010000000000039,724990000000013\n';
/** Each SIM has the IMSI of the next one. */
const shiftedSims =
  'externalCode,attributes.imsi\n8955010000000000013,724990000000012\n8955010000000000021,724990000000013\n' +
  '8955010000000000039,724990000000011\n';

describe('undoing an import', () => {
  it('frees the codes and IMSIs of its SIMs, so that they are imported right', async () => {
    const pool = await aPoolToFill({ type: 'SIM' });
    const { importId = '' } = (await importFile(pool.id, shiftedSims)).body as ImportReport;
    expect(await undo(importId)).toMatchObject({ status: 200, body: { importId, removed: 3, left: 0, isDone: true } });
    const again = await importFile(pool.id, rightSims, { query: { atomic: true } });
    expect(again).toMatchObject({ status: 200, body: { imported: 3, rejected: 0 } });
    expect(await codesIn(pool.id)).toHaveLength(3);
    expect(await undo(importId)).toMatchObject({ body: { removed: 0, left: 0, isDone: true } });
    expect(await undo((again.body as ImportReport).importId ?? '')).toMatchObject({ body: { removed: 3 } });
    await checkInventory();
  });

  it('covers all requests with one id, in both ways of importing, and leaves what is or was in use', async () => {
    const pool = await aPoolToFill();
    const importId = randomUUID();
    for (const [at, atomic] of [false, true, false].entries()) {
      const file = `externalCode\n+552198200000${at}\n`;
      const { body } = await importFile(pool.id, file, { query: { importId, atomic } });
      expect(body).toMatchObject({ imported: 1, importId });
    }
    await reserveResources(api.db, { caller: anOperator(), from: { poolId: pool.id }, quantity: 1 });
    expect(await undo(importId)).toMatchObject({ body: { removed: 2, left: 1, isDone: true } });
    expect(await codesIn(pool.id)).toHaveLength(1);
    await checkInventory();
  });

  it('is for operators, and an unknown import has nothing', async () => {
    expect(await client.call(undoImportRoute, { body: { importId: randomUUID() } })).toMatchObject({ status: 403 });
    expect(await undo(randomUUID())).toMatchObject({ body: { removed: 0, left: 0, isDone: true } });
  });

  it('of more resources than a request removes goes on with the next request', async () => {
    const pool = await aPoolToFill();
    const rows = Array.from({ length: 4_500 }, (_, at) => `+5521983${String(at).padStart(6, '0')}`);
    const { importId = '' } = (await importFile(pool.id, `externalCode\n${rows.join('\n')}\n`)).body as ImportReport;
    expect(await undo(importId)).toMatchObject({ body: { removed: 4_500, left: 0, isDone: true } });
    expect(await operator.call(getPoolRoute, { params: { poolId: pool.id } })).toMatchObject({
      body: { resourcesCount: 0, availableResourcesCount: 0 },
    });
  });
});

describe('the imports of a pool', () => {
  it('say who imported how much, in all requests with one id, and what was removed since', async () => {
    const pool = await aPoolToFill();
    const importId = randomUUID();
    for (const [at, atomic] of [false, true].entries())
      await importFile(pool.id, `externalCode\n+552198300000${at}\n`, { query: { importId, atomic } });
    await importFile(pool.id, 'externalCode\n+5521983000009\n', { query: { dryRun: true } });
    const { importId: lastId = '' } = (await importFile(pool.id, 'externalCode\n+5521983000002\n'))
      .body as ImportReport;
    const list = () => operator.call(listPoolImportsRoute, { params: { poolId: pool.id }, query: {} });
    const createdBy = { type: 'key', keyId: operator.keyId };
    expect((await list()).body).toMatchObject({
      items: [
        { id: lastId, poolId: pool.id, importedCount: 1, removedCount: 0, createdBy },
        { id: importId, importedCount: 2, removedCount: 0, createdBy },
      ],
      meta: { total: 2 },
    });
    const [id = ''] = (await resourcesOf(importId)).map((resource) => resource.id);
    expect(await operator.call(getResourceRoute, { params: { id } })).toMatchObject({ body: { importId } });
    await remove(id);
    await undo(lastId);
    expect((await list()).body).toMatchObject({
      items: [
        { id: lastId, removedCount: 1 },
        { id: importId, importedCount: 2, removedCount: 1 },
      ],
    });
    await undo(importId);
    expect(await operator.call(deletePoolRoute, { params: { poolId: pool.id } })).toMatchObject({ status: 204 });
    expect(await list()).toMatchObject({ status: 404 });
  });

  it('count those of one broker alone, whatever id another one has chosen', async () => {
    const [own, other] = [await aPool(api.db), await aPool(api.db)];
    const importId = randomUUID();
    for (const [at, { id: poolId, typeId, brokerId }] of [own, other].entries()) {
      const externalCode = `+552198400000${at}`;
      await api.db.prisma.resource.create({ data: { id: newId(), poolId, typeId, brokerId, externalCode, importId } });
    }
    const reader = await api.aClient({ broker: { id: own.brokerId, name: 'the first' } });
    expect(await reader.call(listPoolImportsRoute, { params: { poolId: own.id }, query: {} })).toMatchObject({
      body: { items: [{ importedCount: 1 }] },
    });
    expect(await reader.call(listPoolImportsRoute, { params: { poolId: other.id }, query: {} })).toMatchObject({
      status: 404,
    });
  });
});

describe('removing a resource', () => {
  it('leaves its events, which say who removed it and when; another broker does not see them', async () => {
    const pool = await aPoolToFill({ codes: ['+5521985000001'] });
    const [id = ''] = pool.resourceIds;
    await remove(id);
    const own = await api.aClient({ broker: { id: pool.brokerId, name: 'its broker' } });
    for (const reader of [operator, own]) {
      const { body } = await reader.call(listResourceEventsRoute, { params: { id }, query: {} });
      expect((body as EventList).items.at(-1)).toMatchObject({
        type: 'resource.removed',
        details: { externalCode: '+5521985000001', poolId: pool.id },
      });
    }
    const missing = await client.call(listResourceEventsRoute, { params: { id: randomUUID() }, query: {} });
    expect(missing).toMatchObject({ status: 404, body: { code: 'not-found' } });
    expect(await client.call(listResourceEventsRoute, { params: { id }, query: {} })).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    });
  });

  it('keeps its codes in an event, and its pool can be deleted', async () => {
    const pool = await aPool(api.db, {
      type: 'SIM',
      codes: ['8955010999999999001'],
      attributes: [{ imsi: '724990000000077' }],
      withKeys: true,
    });
    const [id = ''] = pool.resourceIds;
    expect(await remove(id)).toMatchObject({ status: 204 });
    expect(await eventsOf(id, 'resource.removed')).toMatchObject([
      {
        brokerId: pool.brokerId,
        keyId: operator.keyId,
        details: { externalCode: expect.any(String), imsi: '724990000000077', poolId: pool.id },
      },
    ]);
    expect(await remove(id)).toMatchObject({ status: 404 });
    expect(await operator.call(deletePoolRoute, { params: { poolId: pool.id } })).toMatchObject({ status: 204 });
    await checkInventory();
  });

  it('works for a withdrawn one, so that its IMSI is free', async () => {
    const pool = await aPoolToFill({
      type: 'SIM',
      codes: ['8955010999999999002'],
      attributes: [{ imsi: '724990000000088' }],
    });
    const [resourceId = ''] = pool.resourceIds;
    await requestResourceMove(api.db, { caller: anOperator(), resourceId, request: 'decommission' });
    expect(await remove(resourceId)).toMatchObject({ status: 204 });
    expect(
      await importFile(pool.id, 'externalCode,attributes.imsi\n895501999999999904,724990000000088\n', {
        query: { checkDigit: 'missing' },
      }),
    ).toMatchObject({ body: { imported: 1 } });
  });

  it('leaves no member of a group alone in it', async () => {
    const pool = await aPool(api.db, { brokerId: client.broker.id, count: 2 });
    const [one = '', other = ''] = pool.resourceIds;
    await client.call(changeResourceRoute, { params: { id: one }, body: { associatedResourceIds: [other] } });
    expect(await remove(one)).toMatchObject({ status: 204 });
    expect(await api.db.prisma.resourceState.findUnique({ where: { resourceId: other } })).toMatchObject({
      groupId: null,
    });
    expect(await eventsOf(other, 'resource.changed')).toHaveLength(2);
    await checkInventory();
  });

  it('is refused, with nothing changed, while a line has it, after a line had it, and while it is reserved', async () => {
    const line = await aLineWithResources(api.db, 'ACTIVE');
    const used = await api.db.prisma.allocation.findFirstOrThrow({ where: { lineId: line.id } });
    const pool = await aPool(api.db, { count: 1 });
    const [reservedId = ''] = pool.resourceIds;
    await reserveResources(api.db, {
      caller: anOperator(),
      from: { poolId: pool.id },
      quantity: 1,
    });
    const before = await readDatabaseState(api.db);
    expect(await remove(used.resourceId)).toMatchObject({
      status: 409,
      body: { code: 'resource-on-a-line', lineId: line.id },
    });
    expect(await remove(reservedId)).toMatchObject({ status: 409, body: { code: 'resource-not-available' } });
    expect(await client.call(removeResourceRoute, { params: { id: reservedId } })).toMatchObject({ status: 403 });
    expect(await readDatabaseState(api.db)).toEqual(before);
    await api.db.prisma.allocation.update({ where: { id: used.id }, data: { heldTo: new Date() } });
    await api.db.pool.query(
      `UPDATE resource_state
       SET status = 'quarantined', line_id = NULL, quarantined_at = now(), quarantine_ends_at = now()
       WHERE resource_id = $1`,
      [used.resourceId],
    );
    expect(await remove(used.resourceId)).toMatchObject({ status: 409, body: { code: 'resource-was-used' } });
  });

  it('is refused by the database too', async () => {
    const line = await aLineWithResources(api.db, 'ACTIVE');
    const { resourceId } = await api.db.prisma.allocation.findFirstOrThrow({ where: { lineId: line.id } });
    await expect(api.db.pool.query('DELETE FROM resource_state WHERE resource_id = $1', [resourceId])).rejects.toThrow(
      'is active',
    );
  });
});

describe('moving a resource to another pool', () => {
  const moveTo = (id: string, poolId: string) => client.call(changeResourceRoute, { params: { id }, body: { poolId } });
  const countIn = async (poolId: string) =>
    ((await client.call(getPoolRoute, { params: { poolId } })).body as { resourcesCount: number }).resourcesCount;

  it('moves its counts, is in its event, and the emptied pool can be deleted', async () => {
    const { id: brokerId } = client.broker;
    const [from, to] = [await aPool(api.db, { brokerId, count: 1 }), await aPool(api.db, { brokerId })];
    const [id = ''] = from.resourceIds;
    expect(await moveTo(id, to.id)).toMatchObject({ status: 200, body: { pool: { id: to.id } } });
    expect([await countIn(from.id), await countIn(to.id)]).toEqual([0, 1]);
    expect(await eventsOf(id, 'resource.changed')).toMatchObject([
      { details: { changed: ['poolId'], before: { poolId: from.id }, after: { poolId: to.id } } },
    ]);
    expect(await operator.call(deletePoolRoute, { params: { poolId: from.id } })).toMatchObject({ status: 204 });
    expect(await verifyCounters(api.db)).toEqual([]);
  });

  it('is refused for a pool of another type, of another broker, and for a reserved resource', async () => {
    const { id: brokerId } = client.broker;
    const from = await aPool(api.db, { brokerId, count: 1 });
    const [id = ''] = from.resourceIds;
    const [sims, foreign] = [await aPool(api.db, { brokerId, type: 'SIM' }), await aPool(api.db)];
    expect(await moveTo(id, sims.id)).toMatchObject({ status: 409, body: { code: 'pool-does-not-fit' } });
    expect(await moveTo(id, foreign.id)).toMatchObject({ status: 404 });
    const asOperator = await operator.call(changeResourceRoute, { params: { id }, body: { poolId: foreign.id } });
    expect(asOperator).toMatchObject({ status: 409, body: { code: 'pool-does-not-fit' } });
    await reserveResources(api.db, { caller: anOperator(), from: { poolId: from.id }, quantity: 1 });
    const to = await aPool(api.db, { brokerId });
    expect(await moveTo(id, to.id)).toMatchObject({ status: 409, body: { code: 'resource-not-available' } });
    await expect(api.db.pool.query('UPDATE resource SET pool_id = $2 WHERE id = $1', [id, to.id])).rejects.toThrow(
      'stays in its pool',
    );
  });
});
