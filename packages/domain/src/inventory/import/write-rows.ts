import type { Db } from '@linework/db/db';
import type { KeyWrapper } from '../../secrets/key-wrapping.ts';
import type { PoolToFill } from '../find-pool-to-fill.ts';
import { insertResources } from '../insert-resources.ts';
import { whyLeftOut } from '../why-left-out.ts';
import type { Batch } from './in-batches.ts';
import { badRow } from './row.ts';
import { sealRows } from './seal-rows.ts';
import { isInUse, type TakenPlace, takenPlaces } from './taken-place.ts';
import type { Tally } from './tally.ts';

interface Writing {
  readonly batch: Batch;
  readonly tally: Tally;
  readonly keyWrapper?: KeyWrapper | undefined;
}

/** Writes a batch for good. Codes and IMSIs that are in use are bad rows, also when somebody else writes them at the same time. */
export async function writeRows(db: Pick<Db, 'query' | 'transaction'>, pool: PoolToFill, { batch, tally, keyWrapper }: Writing): Promise<void> {
  const rows = [...batch.values()];
  const sealed = await sealRows(keyWrapper, rows);
  // In a transaction, which is run again where two who write the same IMSIs in another order wait for each other.
  const taken = await db
    .transaction(async (tx) => {
      const left = await insertResources(tx, pool, rows, sealed);
      return left.size === 0
        ? new Map()
        : whyLeftOut(
            tx,
            pool,
            rows.filter(({ id }) => left.has(id)),
          );
    })
    .catch((error: unknown) => {
      tally.breakOff(rows[0]?.line ?? 1);
      throw error;
    });
  for (const { id, line, externalCode } of rows) {
    const places = taken.get(id);
    if (places) tally.reject(badRow(line, takenPlaces(places).map(isInUseOrEarlier).join('; '), externalCode));
  }
  tally.take(rows.length - taken.size);
}

/** Of the rows that were written before nothing is kept but that they are in the inventory. */
const isInUseOrEarlier = (place: TakenPlace) => `${isInUse(place)}, or stands in an earlier line`;
