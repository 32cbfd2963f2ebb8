import type { Db } from '@linework/db/db';
import type { PoolToFill } from '../find-pool-to-fill.ts';
import { insertResources } from '../insert-resources.ts';
import { badRow, type GoodRow } from './row.ts';
import type { Tally } from './tally.ts';

/** Writes a batch for good. Codes that are in use are bad rows, also when somebody else writes them at the same time. */
export async function writeRows(db: Pick<Db, 'query'>, pool: PoolToFill, { batch, tally }: { batch: readonly GoodRow[]; tally: Tally }): Promise<void> {
  const left = await insertResources(db, pool, batch);
  for (const { id, line, externalCode } of batch) if (left.has(id)) tally.reject(badRow(line, codeInUse, externalCode));
  tally.take(batch.length - left.size);
}

export const codeInUse = 'externalCode is in the inventory already';
