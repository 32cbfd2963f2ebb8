import { createHash, randomBytes } from 'node:crypto';
import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { isUniqueViolation } from '@linework/db/errors';
import { statement } from '@linework/db/statement';
import { conflict } from '@linework/problem-details/make-problem';
import type { OrderOperation } from '@linework/schemas/bulk-operations/bulk-operation';

const nonceLength = 16;
const digestLength = 64;

/**
 * Names a dry run: a set of orders, whatever their sequence, and what is to be done with them. It begins with a number
 * of its own, so that the next dry run of the same orders has another name, and each confirms one bulk operation.
 */
function computeSelectionDigest(
  operation: OrderOperation,
  orderIds: readonly string[],
  nonce = randomBytes(nonceLength / 2).toString('hex'),
): string {
  const hash = createHash('sha256').update([nonce, operation, ...orderIds.toSorted()].join('\n'));
  return `${nonce}${hash.digest('hex')}`.slice(0, digestLength);
}

const keepStatement = statement(
  'keep-bulk-selection',
  { keyId: 'uuid', digest: 'text', operation: 'text', orderIds: 'uuid[]' },
  `INSERT INTO bulk_selection (key_id, digest, operation, order_ids)
   VALUES (:keyId, :digest, :operation, :orderIds)
   ON CONFLICT (key_id, digest) DO UPDATE SET created_at = now()`,
);

/** At most 100 in a request, so that no request pays for many others. */
const dropStatement = statement(
  'drop-bulk-selections',
  { keyId: 'uuid' },
  `DELETE FROM bulk_selection s
   WHERE (s.key_id, s.digest) IN (
     SELECT key_id, digest
     FROM bulk_selection
     WHERE created_at < now() - interval '1 hour'
     ORDER BY created_at
     LIMIT 100
     FOR UPDATE SKIP LOCKED
   )
     OR (s.key_id = :keyId
       AND s.digest IN (SELECT digest FROM bulk_selection WHERE key_id = :keyId ORDER BY created_at DESC OFFSET 20))`,
);

interface DryRun {
  readonly caller: Caller;
  readonly operation: OrderOperation;
}

/**
 * Keeps what a dry run selected for an hour, the last 20 of each key or person: 10,000 orders have 160 kB. Returns the
 * digest.
 */
export async function keepSelection(
  db: Pick<Db, 'query'>,
  { caller, operation }: DryRun,
  orderIds: readonly string[],
): Promise<string> {
  const digest = computeSelectionDigest(operation, orderIds);
  await db.query(dropStatement, { keyId: caller.keyId });
  await db.query(keepStatement, { keyId: caller.keyId, digest, operation, orderIds });
  return digest;
}

const findStatement = statement(
  'find-bulk-selection',
  { keyId: 'uuid', digest: 'text' },
  `SELECT operation, coalesce(order_ids, '{}') AS "orderIds"
   FROM bulk_selection
   WHERE key_id = :keyId AND digest = :digest`,
);

/** Raises selection-changed when other orders are selected than in the dry run with this digest. */
export async function assertSelectionUnchanged(
  db: Pick<Db, 'query'>,
  { caller, operation, digest }: DryRun & { readonly digest?: string | undefined },
  orderIds: readonly string[],
): Promise<void> {
  if (digest === undefined || digest === computeSelectionDigest(operation, orderIds, digest.slice(0, nonceLength)))
    return;
  const [kept] = await db.query(findStatement, { keyId: caller.keyId, digest });
  const now = {
    code: 'selection-changed',
    digest: computeSelectionDigest(operation, orderIds),
    total: orderIds.length,
  } as const;
  if (kept === undefined) throw conflict('The orders are not those of the dry run, which is no longer kept.', now);
  if (kept.operation !== operation) throw conflict(`The dry run was of the operation ${kept.operation}.`, now);
  throw conflict('The orders are not those of the dry run.', { ...now, ...compareSelections(kept.orderIds, orderIds) });
}

const findConfirmedStatement = statement(
  'find-bulk-operation-of-dry-run',
  { digest: 'text?', brokerId: 'uuid?' },
  `SELECT id
   FROM bulk_operation
   WHERE selection_digest = :digest AND (:brokerId IS NULL OR broker_id = :brokerId)
   ORDER BY created_at, id
   LIMIT 1`,
);

/**
 * The problem of a second bulk operation for one dry run, if `error` is that of its unique index; otherwise `error`.
 */
export async function explainUsedDigest(
  db: Pick<Db, 'query'>,
  { caller, digest }: { readonly caller: Caller; readonly digest?: string | undefined },
  error: unknown,
) {
  if (!isUniqueViolation(error, 'one_bulk_operation_per_dry_run')) return error;
  const [first] = await db.query(findConfirmedStatement, {
    digest,
    brokerId: caller.brokerId,
  });
  const detail = `This dry run was confirmed by the bulk operation ${first?.id ?? ''}.`;
  return conflict(detail, { code: 'selection-confirmed', ...(first && { bulkOperationId: first.id }) });
}

const listedIds = 10;

/** What the second set has more and less than the first. */
function compareSelections(before: readonly string[], after: readonly string[]) {
  const [old, current] = [new Set(before), new Set(after)];
  const added = after.filter((id) => !old.has(id));
  const removed = before.filter((id) => !current.has(id));
  return {
    added: added.length,
    removed: removed.length,
    addedOrderIds: added.slice(0, listedIds),
    removedOrderIds: removed.slice(0, listedIds),
  };
}
