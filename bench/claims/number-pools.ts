import { randomUUID } from 'node:crypto';
import { migrate } from '@linework/db/migrate';
import { msisdnTypeId } from '@linework/schemas/inventory/resource-type';
import { v7 as newId } from 'uuid';
import { openPool } from '../services/pool.ts';

/** The numbers of all pools together: more than a measurement and its warm-up reserve. */
const numberCount = 300_000;

export interface NumberPools {
  readonly brokerId: string;
  /** Returns the pools in turn. */
  nextPoolId(): string;
}

/** Applies the project's migrations and creates numbers in pools of one broker. */
export async function createNumberPools(url: string, poolCount: number): Promise<NumberPools> {
  await migrate(url);
  const pool = openPool(url);
  const brokerId = randomUUID();
  await pool.query("insert into broker (id, name) values ($1, 'Bench')", [brokerId]);
  const { rows } = await pool.query(insertPools, [brokerId, msisdnTypeId, poolCount]);
  const poolIds = rows.map(({ id }) => id);
  const numberIds = Array.from({ length: numberCount }, () => newId());
  await pool.query(insertNumbers, [msisdnTypeId, brokerId, poolIds, numberIds]);
  await pool.query('vacuum analyze');
  await pool.end();

  let requestCount = 0;
  return {
    brokerId,
    nextPoolId() {
      requestCount += 1;
      return poolIds[requestCount % poolCount];
    },
  };
}

const insertPools = `
  insert into pool (id, broker_id, type_id, name)
  select gen_random_uuid(), $1, $2, n from generate_series(1, $3::integer) n
  returning id`;

const insertNumbers = `
  insert into resource (id, type_id, broker_id, pool_id, external_code)
  select id, $1, $2, ($3::uuid[])[1 + n % cardinality($3::uuid[])], n
  from unnest($4::uuid[]) with ordinality as numbers(id, n)`;

/** Counts the reserved numbers. A number that was reserved twice counts once, so that the count is too low. */
export const countReserved = "select count(*) from resource_state where status = 'reserved'";
