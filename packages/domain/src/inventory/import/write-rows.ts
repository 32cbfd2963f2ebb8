import type { Db } from '@linework/db/db';
import type { PoolToFill } from '../find-pool-to-fill.ts';
import { insertResources } from '../insert-resources.ts';
import type { Batch } from './in-batches.ts';
import { badRow } from './row.ts';
import type { Tally } from './tally.ts';

/** Writes a batch for good. Codes that are in use are bad rows, also when somebody else writes them at the same time. */
export async function writeRows(db: Pick<Db, 'query'>, pool: PoolToFill, { batch, tally }: { batch: Batch; tally: Tally }): Promise<void> {
  const rows = [...batch.values()];
  const left = await insertResources(db, pool, rows).catch((error: unknown) => {
    tally.breakOff(rows[0]?.line ?? 1);
    throw error;
  });
  for (const { id, line, externalCode } of rows) if (left.has(id)) tally.reject(badRow(line, codeTaken, externalCode));
  tally.take(rows.length - left.size);
}

export const codeInUse = 'externalCode is in the inventory already';

/** Of the rows that were written before nothing is kept but that they are in the inventory. */
const codeTaken = `${codeInUse}, or stands in an earlier line`;
