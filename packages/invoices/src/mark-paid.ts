import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import type { JobName } from '@linework/schemas/jobs';

const paidStatement = statement(
  'mark-invoice-paid',
  { invoiceId: 'uuid', at: 'timestamptz?', keyId: 'uuid?', job: 'text?' },
  `WITH locked AS (
    SELECT id, status FROM invoice WHERE id = :invoiceId AND status = ANY('{OPEN,OVERDUE}') FOR UPDATE
  ), moved AS (
    UPDATE invoice i
    SET status = 'PAID', paid_at = coalesce(:at, now()), updated_at = now()
    FROM locked l
    WHERE i.id = l.id
    RETURNING i.id, i.broker_id, l.status AS from_status
  )
  ${insertMove('invoice', { fromColumn: 'from_status', to: 'PAID', key: ':keyId', job: ':job' })}
  FROM moved
  RETURNING resource_id`,
);

export interface MarkPaidInput {
  readonly invoiceId: string;
  readonly at?: Date | null;
  readonly keyId?: string | null;
  /** The job that marks it, if no key requested it and it is not the job that polls the payment provider. */
  readonly job?: JobName | null;
}

/**
 * Marks an invoice as paid, now if no time is specified. Returns whether it was OPEN or OVERDUE before; a PAID invoice
 * stays unchanged.
 */
export async function markPaid(
  tx: Pick<Db, 'query'>,
  { invoiceId, at = null, keyId = null, job = null }: MarkPaidInput,
): Promise<boolean> {
  return (await tx.query(paidStatement, { invoiceId, at, keyId, job })).length > 0;
}
