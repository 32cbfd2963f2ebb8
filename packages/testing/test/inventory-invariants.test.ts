import { type OpenDb, openDb } from '@linework/db/db';
import { assembled } from '@linework/db/statement';
import { expireReservations } from '@linework/inventory/expiry/expire-due';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anActiveLine, type TestLine } from '../src/a-line.ts';
import { aPool } from '../src/a-pool.ts';
import { createTestDb, type TestDb } from '../src/create-test-db.ts';
import { findInventoryViolations } from '../src/invariants/check-invariants.ts';
import { reserveAll } from '../src/inventory/reserve-all.ts';
import type { MachineSpeed } from '../src/machine/speed.ts';

let testDb: TestDb;
let db: OpenDb;
let line: TestLine;

beforeAll(async () => {
  testDb = await createTestDb();
  db = openDb({ url: testDb.url });
});
afterAll(async () => {
  await db.close();
  await testDb.drop();
});

const run = (text: string, values: readonly unknown[] = []) => db.query(assembled({ text, values }));

/** Assigns a number of the pool to the line, by allowed transitions with their events. */
async function assignNumber(
  resourceId: string | undefined,
  { id, msisdn, brokerId, holderId }: TestLine,
): Promise<void> {
  await run('UPDATE resource SET external_code = $2 WHERE id = $1', [resourceId, msisdn]);
  await run(
    `WITH activated AS (
       UPDATE resource_state
       SET status = 'active', reservation_id = NULL, reserved_at = NULL, line_id = $2
       WHERE resource_id = $1
       RETURNING *),
     allocated AS (INSERT INTO allocation (resource_id, broker_id, holder_id, line_id) VALUES ($1, $3, $4, $2))
     INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status)
     SELECT $3, 'resource.activated', 'resource', $1, 'reserved', 'active' FROM activated`,
    [resourceId, id, brokerId, holderId],
  );
}

describe('the invariants of the inventory', () => {
  it('are not checked if there is no resource', async () => {
    await expect(findInventoryViolations(db)).rejects.toThrow('without a resource');
  });

  it('hold for resources that are available, reserved, released and in use', async () => {
    line = await anActiveLine(db);
    const [reserved, expired, available] = [
      await aPool(db, { count: 2, brokerId: line.brokerId }),
      await aPool(db, { count: 2 }),
      await aPool(db, { count: 2 }),
    ];
    await reserveAll(db, reserved, { perReservation: 2 });
    await assignNumber(reserved.resourceIds[0], line);
    await reserveAll(db, expired, { endsInMs: -10 });
    await expireReservations(db);
    expect(available.resourceIds).toHaveLength(2);
    expect(await findInventoryViolations(db)).toEqual([]);
  });

  const ofLine = 'WHERE line_id IS NOT NULL';
  const anAvailableId = "(SELECT min(resource_id::text)::uuid FROM resource_state WHERE status = 'available')";
  const event = (details: string, from: string, to: string) =>
    `INSERT INTO event (type, resource_type, resource_id, from_status, to_status, details)
     VALUES ('x', 'resource', ${anAvailableId}, '${from}', '${to}', '${details}')`;
  const another = `INSERT INTO line (id, broker_id, holder_id, status, msisdn, iccid, imsi)
    SELECT gen_random_uuid(), broker_id, holder_id, status, msisdn, 'other', 'other' FROM line`;
  const corruptions: readonly [string, string][] = [
    ['I8: every transition', event('{}', 'available', 'active')],
    ["I9: each event's from", event('{}', 'suspended', 'available')],
    [
      "I10: a record's status",
      `UPDATE resource_state SET status = 'decommissioned' WHERE resource_id = ${anAvailableId}`,
    ],
    ['I11: no two live lines', `DROP INDEX one_live_line_per_msisdn; ${another}`],
    [
      'I11: no two allocations',
      `ALTER TABLE allocation DROP CONSTRAINT one_holder_at_a_time;
       INSERT INTO allocation (resource_id, broker_id, holder_id, held_to)
       SELECT resource_id, broker_id, holder_id, now() + interval '1 h'
       FROM allocation`,
    ],
    ['I11: a resource on a line', "UPDATE line SET status = 'TERMINATED', terminated_at = now()"],
    ['I11: a resource on a line', "UPDATE line SET msisdn = 'another'"],
    ['I11: a resource on a line', `UPDATE allocation SET held_to = now() ${ofLine}`],
    [
      'I11: a resource on a line',
      `ALTER TABLE resource_state DROP CONSTRAINT line_while_in_use;
       UPDATE resource_state SET status = 'available' ${ofLine}`,
    ],
    ['I11: a resource is suspended by its line', "UPDATE line SET status = 'BLOCKED'"],
    [
      'I11: a resource is suspended by its line',
      `UPDATE resource_state SET status = 'suspended', suspended_by = 'both' ${ofLine}`,
    ],
    ['I11: an open allocation', `UPDATE resource_state SET line_id = NULL ${ofLine}`],
    ['I11: an open allocation', `UPDATE resource_state SET line_id = NULL, status = 'available' ${ofLine}`],
    ['I11: no number or SIM', `UPDATE resource_state SET line_id = NULL, status = 'available' ${ofLine}`],
    ['I11: a group', `UPDATE resource_state SET group_id = gen_random_uuid() ${ofLine}`],
    ['I11: a group', "UPDATE resource_state SET group_id = '018f0000-0000-7000-8000-00000000000a'"],
    ['I12: a reserved resource has a live', "UPDATE reservation SET status = 'RELEASED'"],
    ['I12: a reserved resource has a live', "UPDATE reservation SET expires_at = now() + interval '1 h'"],
    [
      'I12: no order that can no longer',
      `INSERT INTO orders (id, broker_id, type, status, resource_type, resource_id, external_code, correlation_id)
       SELECT v.id, l.broker_id, 'x', 'CANCELLED', 'line', l.id, '', 'c'
       FROM reservation v, line l
       WHERE v.status = 'ACTIVE'`,
    ],
    ['I12: a resource is reserved until', "UPDATE reservation SET expires_at = now() + interval '1 h'"],
    [
      'I12: no reservation or quarantine',
      "UPDATE resource_state SET reserved_until = now() - interval '1 day' WHERE status = 'reserved'",
    ],
    [
      'I12: no reservation or quarantine',
      `UPDATE resource_state
       SET status = 'quarantined', quarantined_at = now(), quarantine_ends_at = now() - interval '1 day'
       WHERE resource_id = ${anAvailableId}`,
    ],
    [
      'I12: no resource was released before',
      "UPDATE reservation SET expires_at = now() + interval '1 s' WHERE expires_at < now()",
    ],
    ['I12: no reservation was used', "UPDATE reservation SET expires_at = created_at - interval '1 s'"],
    ['I12: no quarantine ended', event('{"quarantineEndsAt": "2999-01-01T00:00:00Z"}', 'quarantined', 'available')],
    ['I15: the counters of a pool', 'DELETE FROM pool_count'],
  ];
  it.each(corruptions)('detect a violation of %s (%#)', async (invariant, corruption) => {
    expect(await violationsAfter(corruption)).toContainEqual(expect.stringContaining(invariant));
  });

  it.each([
    ['detect', 'an idle', 1, true],
    ['accept', 'a slow', 10, false],
  ])('%s a resource that is released late on %s machine', async (_verb, _machine, factor, isViolation) => {
    const late = "UPDATE resource_state SET reserved_until = now() - interval '11 s' WHERE status = 'reserved'";
    const found = await violationsAfter(late, { limitMs: (idleLimitMs) => idleLimitMs * factor });
    expect(found.some((invariant) => invariant.includes('no reservation or quarantine lasts long'))).toBe(isViolation);
  });
});

describe('a reservation that an order has claimed', () => {
  const claimId = '018f0000-0000-7000-8000-0000000000c1';
  /**
   * The order claims the resource this time after the end of the reservation. The line gets the number two hours after
   * the end.
   */
  const claimedAfter = (interval: string) => `
    UPDATE reservation SET expires_at = now();
    INSERT INTO reservation (id, broker_id, status, quantity, resource_ids, reservation_ttl, expires_at, created_at)
      SELECT '${claimId}', broker_id, 'CONSUMED', 1, ARRAY['${claimId}'::uuid], 0, 'infinity',
        now() + interval '${interval}'
      FROM line;
    UPDATE event SET order_id = '${claimId}', at = now() + interval '2 h' WHERE to_status = 'active'`;
  const violation = expect.stringContaining('I12: no reservation was used');

  it('in time is no violation, even if the line gets the resource later', async () => {
    expect(await violationsAfter(claimedAfter('-1 s'))).not.toContainEqual(violation);
  });

  it('after its end is a violation', async () => {
    expect(await violationsAfter(claimedAfter('1 s'))).toContainEqual(violation);
  });
});

/** Returns the violations after the database was corrupted with its guards off. Everything is rolled back. */
function violationsAfter(corruption: string, speed?: MachineSpeed): Promise<readonly string[]> {
  return db.dryRun(async (tx) => {
    const run = (text: string) => tx.query(assembled({ text, values: [] }));
    for (const table of ['line', 'orders', 'event', 'resource', 'resource_state', 'reservation'])
      await run(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    for (const part of corruption.split(';')) await run(part);
    return (await findInventoryViolations(tx, speed)).map(({ invariant }) => invariant);
  });
}
