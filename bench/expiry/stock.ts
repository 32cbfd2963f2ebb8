import { randomUUID } from 'node:crypto';
import { migrate } from '@linework/db/migrate';
import { msisdnTypeId } from '@linework/schemas/inventory/resource-type';
import type pg from 'pg';

export interface BenchStock {
  /** Adds numbers to the pool and reserves each of them separately until one of these times. */
  reserve(endsAtMs: readonly number[]): Promise<void>;
}

/** Applies the project's migrations with all guards and creates a pool. */
export async function createStock(url: string, pool: pg.Pool): Promise<BenchStock> {
  await migrate(url);
  const [brokerId, poolId] = [randomUUID(), randomUUID()];
  await pool.query("insert into broker (id, name) values ($1, 'Bench')", [brokerId]);
  await pool.query("insert into pool (id, type_id, broker_id, name) values ($1, $2, $3, 'Bench')", [
    poolId,
    msisdnTypeId,
    brokerId,
  ]);
  return {
    async reserve(endsAtMs) {
      await pool.query(addResources, [poolId, msisdnTypeId, brokerId, endsAtMs.length]);
      await pool.query('vacuum analyze resource_state');
      await pool.query(addReservations, [endsAtMs]);
      await pool.query('vacuum analyze reservation');
      await pool.query(reserveResources);
      await pool.query('vacuum analyze');
    },
  };
}

const addResources = `
  insert into resource (id, pool_id, type_id, broker_id, external_code)
  select gen_random_uuid(), $1, $2, $3, gen_random_uuid()::text from generate_series(1, $4::integer)`;

const addReservations = `
  insert into reservation (id, broker_id, status, quantity, resource_ids, reservation_ttl, expires_at)
  select gen_random_uuid(), s.broker_id, 'ACTIVE', 1, array[s.resource_id], 60, to_timestamp(e.at / 1000)
  from (select *, row_number() over () as n from resource_state where status = 'available') s
  join unnest($1::float8[]) with ordinality as e(at, n) using (n)`;

const reserveResources = `
  update resource_state s set status = 'reserved', reservation_id = v.id, reserved_at = now()
  from reservation v where v.resource_ids[1] = s.resource_id and v.status = 'ACTIVE' and s.status = 'available'`;
