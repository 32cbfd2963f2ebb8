import { randomUUID } from 'node:crypto';
import type { Contender } from '../harness/contender.ts';
import { openPool } from '../services/pool.ts';
import { startPostgres } from '../services/postgres.ts';
import { countReserved, createNumberPools } from './number-pools.ts';

/**
 * The obvious solution: the oldest available number, locked for this client. Concurrent clients wait for the same row.
 */
export function waitingWith(poolCount: number, name: string): Contender {
  return {
    name,
    records: 'the same rows with the same guards, in one statement and one commit',
    async start() {
      const postgres = await startPostgres();
      const pool = openPool(postgres.url);
      const { brokerId, nextPoolId } = await createNumberPools(postgres.url, poolCount);

      return {
        versions: { PostgreSQL: postgres.version },
        countCommits: postgres.countCommits,
        settle: postgres.settle,
        async place() {
          const { rows } = await pool.query({ ...reserve, values: [nextPoolId(), randomUUID(), brokerId] });
          if (rows.length === 0) throw new Error('The pool has no available number left.');
        },
        async countCompleted() {
          return Number((await pool.query(countReserved)).rows[0].count);
        },
        async stop() {
          await pool.end();
          await postgres.stop();
        },
      };
    },
  };
}

const reserve = {
  name: 'reserve',
  text: `
    with allocated as (
      select resource_id from resource_state where pool_id = $1::uuid and status = 'available'
      order by created_at, resource_id limit 1 for update
    ), reserved as (
      insert into reservation (id, broker_id, status, quantity, resource_ids, reservation_ttl, expires_at)
      select $2::uuid, $3::uuid, 'ACTIVE', 1, array[resource_id], 1800, now() + interval '1800 s' from allocated
      returning id, resource_ids[1] as resource_id
    ), moved as (
      update resource_state s set status = 'reserved', reservation_id = r.id, reserved_at = now(), updated_at = now()
      from reserved r where s.resource_id = any(array(select resource_id from allocated))
    )
    insert into event (broker_id, type, resource_type, resource_id, from_status, to_status, details)
    select $3::uuid, 'resource.reserved', 'resource', resource_id, 'available', 'reserved',
      jsonb_build_object('reservationId', id)
    from reserved
    returning resource_id`,
};
