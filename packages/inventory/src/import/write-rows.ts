import type { Db } from '@linework/db/db';
import type { KeyWrapper } from '@linework/secrets/key-wrapping';
import type { PoolToFill } from '../pools/find-pool-to-fill.ts';
import { explainConflicts } from '../resources/explain-conflicts.ts';
import { insertResources } from '../resources/insert-resources.ts';
import { type ConflictField, formatInUse, listConflictFields, takenRow } from './conflict-field.ts';
import type { Batch } from './group-into-batches.ts';
import type { ImportCounts } from './import-counts.ts';
import { badRow } from './row.ts';
import { sealRows } from './seal-rows.ts';

interface WriteInput {
  readonly batch: Batch;
  readonly counts: ImportCounts;
  readonly keyWrapper?: KeyWrapper | undefined;
}

/**
 * Writes a batch and commits it. A row is bad when its code or IMSI is in use, even when a concurrent transaction
 * writes it.
 */
export async function writeRows(
  db: Pick<Db, 'query' | 'transaction'>,
  pool: PoolToFill,
  { batch, counts, keyWrapper }: WriteInput,
): Promise<void> {
  const rows = [...batch.values()];
  const sealed = await sealRows(keyWrapper, rows);
  // The transaction is retried after a deadlock of two imports that write the same IMSIs in a different order.
  const conflicts = await db
    .transaction(async (tx) => {
      const skipped = await insertResources(tx, pool, rows, sealed);
      return skipped.size === 0
        ? new Map()
        : explainConflicts(
            tx,
            pool,
            rows.filter(({ id }) => skipped.has(id)),
          );
    })
    .catch((error: unknown) => {
      counts.markInterrupted(rows[0]?.line ?? 1);
      throw error;
    });
  for (const { id, line, externalCode } of rows) {
    const conflict = conflicts.get(id);
    if (!conflict) continue;
    const fields = listConflictFields(conflict);
    counts.reject(takenRow(badRow(line, fields.map(formatInUseOrEarlier).join('; '), externalCode), fields));
  }
  counts.addImported(rows.length - conflicts.size);
}

/** Earlier rows of the file are already in the inventory, and their line numbers are not stored. */
const formatInUseOrEarlier = (field: ConflictField) => `${formatInUse(field)} or in an earlier line`;
