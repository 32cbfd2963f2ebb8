import type { OpenDb } from '@linework/db/db';
import { msisdnTypeId, simTypeId } from '@linework/schemas/inventory/resource-type';
import { resourceLifecycle } from '@linework/schemas/lifecycles/resource.lifecycle';
import { aBroker } from '@linework/testing/a-broker';
import { aPool } from '@linework/testing/a-pool';
import fc from 'fast-check';
import { v7 as newId } from 'uuid';

/** A resource as a test knows it without the database. */
export interface PlainResource {
  readonly id: string;
  readonly brokerId: string;
  readonly typeId: string;
  readonly poolId: string;
  readonly externalCode: string;
  readonly status: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface PlainInventory {
  readonly brokerIds: readonly string[];
  readonly typeIds: readonly string[];
  readonly poolIds: readonly string[];
  readonly resources: readonly PlainResource[];
}

/** Few instants, so that many resources share one. */
const instants = Array.from({ length: 12 }, (_, place) => new Date(Date.UTC(2026, 0, 1, 0, 0, place, place * 50)));
/** Few values, so that filters match some, and near misses. */
const values: readonly unknown[] = [
  'gold',
  'Gold',
  1,
  1.5,
  '1',
  true,
  null,
  { a: 1, b: [1, 2] },
  { a: 1 },
  { b: [1, 2] },
  [1, 2],
  [1],
  [],
  {},
];
const names = ['tier', 'nested', "it's"] as const;
/**
 * Codes sort in PostgreSQL as they do here: lengths and letters are the same; only digits and the signs after them
 * differ.
 */
const letters = ['0', '1', '2', '7', '9'] as const;
const ends = ['', '%', '_', '\\', 'aB'] as const;

/** A fragment of every code. */
const commonDigits = '4444';
/** Fragments that use the other search than shorter ones: with many matches, few matches, and in another case. */
export const longParts = [commonDigits, `${commonDigits}0`, '5511', '5527', '0012', '02ab'] as const;

/**
 * Fragments of external codes: from the middle, in another case, with every sign that ILIKE could take for a wildcard,
 * and one without matches.
 */
export const codeParts = ['1', '12', '127', '55', '%', '_', '\\', 'AB', 'ab', '9%', 'no such', "'"] as const;
export const someTimes = fc.constantFrom(...instants);
export const someStatuses = fc.subarray([...resourceLifecycle.statuses], { minLength: 1 });
export const someAttributes = fc.dictionary(fc.constantFrom(...names, 'absent'), fc.constantFrom(...values), {
  maxKeys: 2,
});

const [resourceArbitrary] = [
  fc.record({
    digits: fc.array(fc.constantFrom(...letters), { minLength: 4, maxLength: 4 }),
    end: fc.constantFrom(...ends),
    pool: fc.nat(5),
    status: fc.constantFrom(...resourceLifecycle.statuses),
    attributes: fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...values), { maxKeys: 3 }),
    createdAt: someTimes,
    updatedAt: someTimes,
  }),
];

/** Six pools of two types and three brokers with resources in every status, and the same as plain values. */
export async function seedInventory(db: OpenDb, count: number): Promise<PlainInventory> {
  const brokers = await Promise.all([aBroker(db), aBroker(db), aBroker(db)]);
  const pools = await Promise.all(
    brokers.flatMap(({ id }) => [aPool(db, { brokerId: id }), aPool(db, { brokerId: id, type: 'SIM' })]),
  );
  const resources = fc
    .sample(resourceArbitrary, count)
    .map(({ digits, end, pool: place, ...rest }, at): PlainResource => {
      const pool = pools[place];
      if (!pool) throw new Error(`There is no pool ${place}.`);
      const externalCode = `55${digits.join('')}${commonDigits}${String(at).padStart(4, '0')}${end}`;
      return { id: newId(), brokerId: pool.brokerId, typeId: pool.typeId, poolId: pool.id, externalCode, ...rest };
    });
  await write(db, resources);
  return {
    brokerIds: brokers.map(({ id }) => id),
    typeIds: [msisdnTypeId, simTypeId],
    poolIds: pools.map(({ id }) => id),
    resources,
  };
}

/** The shortest path of listed transitions to each status, with the columns that it needs. */
const statusUpdates: Readonly<Record<string, readonly string[]>> = {
  available: [],
  reserved: ["status = 'reserved', reserved_at = now(), reservation_id = v.id"],
  active: [
    "status = 'reserved', reserved_at = now(), reservation_id = v.id",
    "status = 'active', reserved_at = NULL, reservation_id = NULL",
  ],
  suspended: ["status = 'suspended'"],
  quarantined: [
    "status = 'suspended'",
    "status = 'quarantined', quarantined_at = now(), quarantine_ends_at = now() + interval '1 day'",
  ],
  decommissioned: ["status = 'decommissioned'"],
};

async function write({ pool }: OpenDb, resources: readonly PlainResource[]): Promise<void> {
  await pool.query(
    `INSERT INTO resource (id, pool_id, type_id, broker_id, external_code, attributes, created_at)
     SELECT id, "poolId", "typeId", "brokerId", "externalCode", attributes, "createdAt"
     FROM jsonb_to_recordset($1::jsonb)
       AS r(id uuid, "poolId" uuid, "typeId" uuid, "brokerId" uuid, "externalCode" text, attributes jsonb,
         "createdAt" timestamptz)`,
    [JSON.stringify(resources)],
  );
  await pool.query(
    `INSERT INTO reservation (id, broker_id, status, quantity, resource_ids, reservation_ttl, expires_at)
     SELECT gen_random_uuid(), id, 'ACTIVE', 1, ARRAY[gen_random_uuid()], 3600, now() + interval '1 hour' FROM broker`,
  );
  for (const [status, ways] of Object.entries(statusUpdates)) {
    const ids = resources.filter((resource) => resource.status === status).map(({ id }) => id);
    for (const set of ways) {
      await pool.query(
        `UPDATE resource_state s
         SET ${set}
         FROM reservation v
         WHERE v.broker_id = s.broker_id AND s.resource_id = ANY($1)`,
        [ids],
      );
    }
  }
  await pool.query(
    `UPDATE resource_state s
     SET updated_at = r."updatedAt"
     FROM jsonb_to_recordset($1::jsonb) AS r(id uuid, "updatedAt" timestamptz)
     WHERE s.resource_id = r.id`,
    [JSON.stringify(resources)],
  );
}
