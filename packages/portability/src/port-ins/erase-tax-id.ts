import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { dueNow } from '@linework/partners/durable-call/due-times';
import { cancellableStatuses } from './cancel-port-in.ts';

const cancelStatement = statement(
  'cancel-port-ins-of-holder',
  { holderId: 'uuid' },
  `WITH before AS (
    SELECT id, status
    FROM port_in
    WHERE customer_id = :holderId AND status IN (${cancellableStatuses}) AND order_id IS NULL
    ORDER BY id
    FOR UPDATE
  ), moved AS (
    UPDATE port_in p
    SET status = 'CANCELLING', revision = p.revision + 1, due_at = ${dueNow}, attempt = 0, reason_code = NULL,
      reason_detail = NULL, updated_at = now()
    FROM before
    WHERE p.id = before.id
    RETURNING p.id, p.broker_id, before.status
  )
  ${insertMove('port-in', { fromColumn: 'status', to: 'CANCELLING' })}
  FROM moved`,
);

/**
 * No shown member of a port-in changes, and the time since when its number has been here must not change either:
 * `updated_at` stays.
 */
const eraseStatement = statement(
  'erase-tax-id-of-port-ins',
  { holderId: 'uuid' },
  'UPDATE port_in SET federal_tax_id = NULL WHERE customer_id = :holderId AND federal_tax_id IS NOT NULL RETURNING 1',
);

/**
 * Deletes the tax id from a holder's port-ins; returns how many had one. Open port-ins are cancelled, unless an order
 * is already assigning the number: those continue to their end, and need the tax id no more.
 */
export async function eraseTaxId(tx: Pick<Db, 'query'>, holderId: string): Promise<number> {
  await tx.query(cancelStatement, { holderId });
  return (await tx.query(eraseStatement, { holderId })).length;
}
