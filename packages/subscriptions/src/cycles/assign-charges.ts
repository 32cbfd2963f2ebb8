import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const assignStatement = statement(
  'assign-charges',
  { chargeIds: 'uuid[]', invoiceId: 'uuid' },
  `UPDATE subscription_charge
   SET invoice_id = :invoiceId
   WHERE id = ANY(:chargeIds) AND invoice_id IS NULL
   RETURNING id`,
);

/** Links charges to their invoice. Throws if one of them is already on another invoice. */
export async function assignCharges(
  tx: Pick<Db, 'query'>,
  { chargeIds, invoiceId }: { readonly chargeIds: readonly string[]; readonly invoiceId: string },
): Promise<void> {
  if (chargeIds.length === 0) return;
  const assigned = await tx.query(assignStatement, { chargeIds, invoiceId });
  if (assigned.length !== chargeIds.length)
    throw new Error(`${chargeIds.length - assigned.length} charges are already on another invoice`);
}
