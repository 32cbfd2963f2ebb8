import { randomUUID } from 'node:crypto';
import { migrate } from '@linework/db/migrate';
import type pg from 'pg';

/** So many lines that the last order of a line has settled long before the line is used again. */
const lineCount = 10_000;

export interface Lines {
  readonly brokerId: string;
  /** Returns a line without an open order. */
  nextLineId(): string;
}

/** Applies the project's migrations with all guards and creates active lines of one broker and one holder. */
export async function createLineworkTables(url: string, pool: pg.Pool): Promise<Lines> {
  await migrate(url);
  const [brokerId, holderId] = [randomUUID(), randomUUID()];
  await pool.query("insert into broker (id, name) values ($1, 'Bench')", [brokerId]);
  await pool.query("insert into holder (id, broker_id, name, federal_tax_id) values ($1, $2, 'Bench', '0')", [
    holderId,
    brokerId,
  ]);
  const { rows } = await pool.query(insertLines, [brokerId, holderId, lineCount]);
  // A line starts as PROVISIONING and takes the allowed transitions, because the guard rejects all others.
  for (const status of ['STAND_BY', 'ACTIVATING', 'ACTIVE']) await pool.query('update line set status = $1', [status]);
  await pool.query('vacuum analyze line');

  let usedCount = 0;
  return {
    brokerId,
    nextLineId() {
      usedCount += 1;
      return rows[usedCount % lineCount].id;
    },
  };
}

const insertLines = `
  insert into line (id, broker_id, holder_id, status, msisdn, iccid, imsi)
  select gen_random_uuid(), $1, $2, 'PROVISIONING', n, n, n from generate_series(1, $3::integer) n
  returning id`;
