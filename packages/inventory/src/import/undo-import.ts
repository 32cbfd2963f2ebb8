import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { UndoneImport } from '@linework/schemas/inventory/resources.routes';
import { isRemovable, removeResources } from '../resources/remove-resources.ts';

/** A chunk is one transaction of some tenths of a second. */
const chunkSize = 2_000;
const chunksPerRequest = 10;

const findStatement = statement(
  'find-resources-of-import',
  { importId: 'uuid', brokerId: 'uuid?', limit: 'int' },
  `SELECT r.id
   FROM resource r JOIN resource_state s ON s.resource_id = r.id
   WHERE r.import_id = :importId
     AND (:brokerId IS NULL OR r.broker_id = :brokerId)
     AND ${isRemovable}
   ORDER BY r.id
   LIMIT :limit`,
);

const countStatement = statement(
  'count-resources-of-import',
  { importId: 'uuid', brokerId: 'uuid?' },
  `SELECT count(*)::int AS left
   FROM resource
   WHERE import_id = :importId AND (:brokerId IS NULL OR broker_id = :brokerId)`,
);

export interface UndoInput {
  readonly caller: Caller;
  readonly importId: string;
  /** Delays each chunk until the caller may write; if absent, chunks are removed at once. */
  readonly throttleWrite?: <Result>(write: () => Promise<Result>) => Promise<Result>;
}

/**
 * Removes the resources of an import that no holder ever had, some thousands in a request. A chunk that is removed
 * stays removed when a later one fails: the same request goes on with the others.
 */
export async function undoImport(
  db: Db,
  { caller, importId, throttleWrite = (write) => write() }: UndoInput,
): Promise<UndoneImport> {
  const { brokerId } = caller;
  let removed = 0;
  let isDone = false;
  for (let chunk = 0; chunk < chunksPerRequest && !isDone; chunk += 1) {
    const count = await throttleWrite(() =>
      db.transaction(async (tx) => {
        const found = await tx.query(findStatement, { importId, brokerId, limit: chunkSize });
        isDone = found.length < chunkSize;
        if (found.length === 0) return 0;
        const { removedIds } = await removeResources(tx, { caller, resourceIds: found.map(({ id }) => id) });
        return removedIds.size;
      }),
    );
    removed += count;
  }
  const [counted] = await db.query(countStatement, { importId, brokerId });
  return { importId, removed, left: counted?.left ?? 0, isDone };
}
