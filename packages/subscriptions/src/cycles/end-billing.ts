import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const endStatement = statement(
  'end-billing',
  { subscriptionId: 'uuid', consumed: 'uuid[]' },
  `WITH ended AS (
    UPDATE subscription
    SET next_billing_date = NULL, updated_at = now()
    WHERE id = :subscriptionId AND next_billing_date IS NOT NULL
    RETURNING id
  ), counted AS (
    UPDATE subscription_discount
    SET consumed_cycles = consumed_cycles + 1
    WHERE id = ANY(:consumed) AND EXISTS (SELECT FROM ended)
  )
  SELECT id FROM ended`,
);

/** Records that a subscription will get no further invoice. Throws if that was recorded before. */
export async function endBilling(
  tx: Pick<Db, 'query'>,
  { subscriptionId, consumed }: { readonly subscriptionId: string; readonly consumed: readonly string[] },
): Promise<void> {
  const rows = await tx.query(endStatement, { subscriptionId, consumed });
  if (rows.length === 0) throw new Error(`subscription ${subscriptionId} has no next billing date`);
}
