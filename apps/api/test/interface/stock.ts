import { randomUUID } from 'node:crypto';
import type { OpenDb } from '@linework/db/db';
import { assignResources } from '@linework/inventory/line-resources/assign-resources';
import { reserveResources } from '@linework/inventory/reservations/reserve-resources';
import { requestResourceMove } from '@linework/inventory/resources/request-resource-move';
import { msisdnTypeId, simTypeId } from '@linework/schemas/inventory/resource-type';
import { anActiveLine } from '@linework/testing/a-line';
import { aCallerOf } from '@linework/testing/callers';
import { v7 as newId } from 'uuid';

/** A resource as it is stored. The test computes the expected list from it. */
export interface StoredResource {
  readonly id: string;
  readonly externalCode: string;
  readonly status: string;
  readonly typeId: string;
  readonly poolId: string;
  readonly brokerId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly attributes: { readonly tier?: string };
}

export interface StoredPool {
  readonly id: string;
  readonly name: string;
  readonly typeId: string;
  readonly brokerId: string;
  readonly createdAt: string;
  readonly availableResourcesCount: number;
}

export interface Stock {
  /** The pool of both lists of resources. It has resources in each status, and more than fit on a page. */
  readonly poolId: string;
  readonly resources: readonly StoredResource[];
  readonly pools: readonly StoredPool[];
  /** Adds a resource with these attributes to the pool of both lists, after the list above was made. */
  readonly add: (attributes: object) => Promise<string>;
}

/** The number of resources of the pool. */
export const poolSize = 105;
const tiers = ['gold', 'gold', 'gold', 'gold', 'gold', 'Gold', 'golden'];

/**
 * Creates resources of three brokers, three types and five pools. All times are different, and each sort field gives
 * another order.
 */
export async function createStock(
  db: OpenDb,
  [broker = '', second = '', third = '']: readonly string[],
): Promise<Stock> {
  const profileTypeId = randomUUID();
  await db.prisma.resourceType.create({
    data: { id: profileTypeId, code: 'PROFILE', name: 'eSIM profile', reusable: true },
  });
  const [poolId, ...others] = [randomUUID(), randomUUID(), randomUUID(), randomUUID(), randomUUID()] as const;
  const pools = [
    {
      id: others[0],
      brokerId: second,
      typeId: msisdnTypeId,
      name: 'numbers of the second',
      codes: ['+5511900000001', '+5511900000002'],
    },
    {
      id: poolId,
      brokerId: broker,
      typeId: profileTypeId,
      name: 'Profiles of the North',
      codes: Array.from({ length: poolSize }, (_, at) => codeOf(at)),
    },
    {
      id: others[1],
      brokerId: broker,
      typeId: simTypeId,
      name: 'SIMs',
      codes: ['8955010000000000010', '8955010000000000028', '8955010000000000036'],
    },
    {
      id: others[2],
      brokerId: third,
      typeId: msisdnTypeId,
      name: 'numbers of the third',
      codes: [3, 4, 5, 6].map((at) => `+551190000000${at}`),
    },
    { id: others[3], brokerId: broker, typeId: msisdnTypeId, name: 'numbers of the first', codes: ['+5511900000007'] },
  ];
  for (const [at, { codes, ...pool }] of pools.entries()) {
    await db.prisma.pool.create({ data: { ...pool, createdAt: minutesAfter('2026-02-01T12:00:00Z', at) } });
    await db.prisma.resource.createMany({
      data: codes.map((externalCode, place) => aResource(pool, externalCode, { pool: at, place })),
    });
  }
  await moveToEachStatus(db, {
    broker,
    ids: (await storedResources(db)).filter((resource) => resource.poolId === poolId).map(({ id }) => id),
  });
  await setLastChanges(db);
  const add = async (attributes: object): Promise<string> => {
    const data = { id: newId(), poolId, typeId: profileTypeId, brokerId: broker, externalCode: 'added', attributes };
    return (await db.prisma.resource.create({ data })).id;
  };
  return { poolId, resources: await storedResources(db), pools: await storedPools(db), add };
}

const minutesAfter = (from: string, minutes: number): Date => new Date(Date.parse(from) + minutes * 60_000);

function aResource(
  pool: { id: string; typeId: string; brokerId: string },
  externalCode: string,
  at: { readonly pool: number; readonly place: number },
) {
  const { id: poolId, typeId, brokerId } = pool;
  const tier = typeId === msisdnTypeId || typeId === simTypeId ? undefined : tiers[at.place];
  const attributes = typeId === simTypeId ? { imsi: `72411000000000${at.place}` } : { ...(tier && { tier }) };
  // 37 and the size have no common divisor, so each resource gets a different minute.
  const createdAt = minutesAfter('2026-03-01T12:00:00Z', at.pool * 200 + ((at.place * 37) % poolSize));
  return { id: newId(), poolId, typeId, brokerId, externalCode, attributes, location: 'Recife', createdAt };
}

/** A code with letters in upper and lower case. The codes are in another order than the creation times. */
const codeOf = (at: number): string =>
  `${at % 2 === 0 ? 'Chip-Ab' : 'chip-aB'}-${String((at * 53) % poolSize).padStart(3, '0')}`;

/** Moves two or more resources to each status. The others stay available. */
async function moveToEachStatus(
  db: OpenDb,
  { broker, ids }: { readonly broker: string; readonly ids: readonly string[] },
): Promise<void> {
  const caller = aCallerOf({ id: broker });
  const line = await anActiveLine(db, { brokerId: broker });
  const ranges = [10, 12, 15, 19, 24, 30] as const;
  const [reserved = [], active = [], suspended = [], quarantined = [], decommissioned = []] = ranges.map((from, at) =>
    ids.slice(from, ranges[at + 1] ?? from),
  );
  await reserveResources(db, { caller, from: { resourceIds: reserved }, quantity: reserved.length });
  const { id: reservationId } = await reserveResources(db, {
    caller,
    from: { resourceIds: active },
    quantity: active.length,
  });
  await db.transaction((tx) =>
    assignResources(tx, { brokerId: broker, lineId: line.id, holderId: line.holderId, reservationId }),
  );
  for (const resourceId of [...suspended, ...quarantined])
    await requestResourceMove(db, { caller, resourceId, request: 'suspend' });
  for (const resourceId of decommissioned)
    await requestResourceMove(db, { caller, resourceId, request: 'decommission' });
  await db.pool.query(
    `UPDATE resource_state
     SET status = 'quarantined', quarantined_at = now(), quarantine_ends_at = now() + interval '1 day'
     WHERE resource_id = ANY($1::uuid[])`,
    [quarantined],
  );
}

/** Sets the times of the last change one minute apart, in another order than the creation times. */
async function setLastChanges(db: OpenDb): Promise<void> {
  await db.pool.query(`
    WITH numbered AS (SELECT resource_id, row_number() OVER (ORDER BY md5(resource_id::text)) AS at FROM resource_state)
    UPDATE resource_state s
    SET updated_at = timestamptz '2026-04-01T12:00:00Z' + interval '1 min' * at
    FROM numbered
    WHERE numbered.resource_id = s.resource_id`);
}

async function storedResources(db: OpenDb): Promise<readonly StoredResource[]> {
  const { rows } = await db.pool.query(`
    SELECT r.id, r.external_code AS "externalCode", s.status, r.type_id AS "typeId", r.pool_id AS "poolId",
      r.broker_id AS "brokerId",
      r.created_at AS "createdAt", s.updated_at AS "updatedAt", r.attributes
    FROM resource r JOIN resource_state s ON s.resource_id = r.id`);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
}

async function storedPools(db: OpenDb): Promise<readonly StoredPool[]> {
  const { rows } = await db.pool.query(`
    SELECT p.id, p.name, p.type_id AS "typeId", p.broker_id AS "brokerId", p.created_at AS "createdAt",
      (
        SELECT count(*)::int
        FROM resource_state s
        WHERE s.pool_id = p.id AND s.status = 'available') AS "availableResourcesCount"
    FROM pool p`);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
