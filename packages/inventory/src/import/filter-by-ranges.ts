import type { Db } from '@linework/db/db';
import type { PoolToFill } from '../pools/find-pool-to-fill.ts';
import { loadPoolRanges } from '../ranges/load-pool-ranges.ts';
import type { Batch } from './group-into-batches.ts';
import type { ImportCounts } from './import-counts.ts';
import { badRow } from './row.ts';

const fieldNames = { externalCode: 'externalCode', imsi: 'attributes/imsi' };

interface RangeFilterInput {
  readonly batches: AsyncIterable<Batch>;
  readonly counts: ImportCounts;
}

/**
 * Removes rows with a code outside the ranges of the pool's broker from the batches and rejects them. The ranges are
 * read once per batch.
 */
export async function* filterByRanges(
  db: Pick<Db, 'query'>,
  pool: PoolToFill,
  { batches, counts }: RangeFilterInput,
): AsyncGenerator<Batch, void, void> {
  for await (const batch of batches) {
    const findOutsideRanges = await loadPoolRanges(db, pool).catch((error: unknown) => {
      const [first] = batch.values();
      counts.markInterrupted(first?.line ?? 1);
      throw error;
    });
    const accepted = new Map(batch);
    for (const [code, row] of batch) {
      const names = findOutsideRanges(row);
      if (names.length === 0) continue;
      accepted.delete(code);
      counts.reject(
        badRow(
          row.line,
          names.map((name) => `${fieldNames[name]} is not in a range of the pool's broker`).join('; '),
          code,
        ),
      );
    }
    if (accepted.size > 0) yield accepted;
  }
}
