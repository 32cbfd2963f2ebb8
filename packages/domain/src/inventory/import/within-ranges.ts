import type { Db } from '@linework/db/db';
import type { PoolToFill } from '../find-pool-to-fill.ts';
import { rangesOfPool } from '../ranges/ranges-of-pool.ts';
import type { Batch } from './in-batches.ts';
import { badRow } from './row.ts';
import type { Tally } from './tally.ts';

const places = { externalCode: 'externalCode', imsi: 'attributes/imsi' };

interface RowsRead {
  readonly batches: AsyncIterable<Batch>;
  readonly tally: Tally;
}

/** Batches without the rows that have a code in no range of the pool's broker, which are bad rows. The ranges are read once for each batch. */
export async function* withinRanges(db: Pick<Db, 'query'>, pool: PoolToFill, { batches, tally }: RowsRead): AsyncGenerator<Batch, void, void> {
  for await (const batch of batches) {
    const outside = await rangesOfPool(db, pool).catch((error: unknown) => {
      const [first] = batch.values();
      tally.breakOff(first?.line ?? 1);
      throw error;
    });
    const within = new Map(batch);
    for (const [code, row] of batch) {
      const names = outside(row);
      if (names.length === 0) continue;
      within.delete(code);
      tally.reject(badRow(row.line, names.map((name) => `${places[name]} is in no range of the pool's broker`).join('; '), code));
    }
    if (within.size > 0) yield within;
  }
}
