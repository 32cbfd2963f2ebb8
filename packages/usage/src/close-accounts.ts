import type { Db } from '@linework/db/db';
import { statement, unprepared } from '@linework/db/statement';
import { openAccounts } from './open-accounts.ts';
import { lockAccounts } from './read-accounts.ts';
import { startOfDayInSql } from './start-of-day-in-sql.ts';

const linesStatement = statement(
  'lines-of-subscription',
  { subscriptionId: 'uuid', lineId: 'uuid?' },
  'SELECT id FROM line WHERE subscription_id = :subscriptionId AND (:lineId IS NULL OR id = :lineId)',
);

/**
 * A SPOT product lasts to the end of its cycle. A credit that ends before it starts keeps one millisecond, because a
 * period must not be empty.
 */
const closeStatement = unprepared(
  'close-accounts',
  { lineIds: 'uuid[]', subscriptionId: 'uuid', subscriptionProductId: 'uuid?', at: 'timestamptz' },
  `WITH ending AS (
    SELECT a.id,
      CASE p.content ->> 'recurrence' WHEN 'SPOT' THEN greatest(:at,
        ${startOfDayInSql('s.cycle_until')}) ELSE :at END AS until
    FROM usage_account a
    JOIN subscription_product p ON p.id = a.subscription_product_id AND p.subscription_id = :subscriptionId
      AND (:subscriptionProductId IS NULL OR p.id = :subscriptionProductId)
    JOIN subscription s ON s.id = p.subscription_id
    WHERE a.line_id = ANY(:lineIds) AND a.former_holder_id IS NULL
  ), closed AS (
    UPDATE usage_account a
    SET held = a.held - tstzmultirange(tstzrange(e.until, NULL)), updated_at = now()
    FROM ending e
    WHERE a.id = e.id
  )
  UPDATE usage_credit c
  SET due_at = greatest(e.until, c.starts_at + interval '1 ms'), updated_at = now()
  FROM ending e
  WHERE c.account_id = e.id AND c.kind = 'RECURRING' AND c.subscription_id = :subscriptionId AND c.due_at > e.until`,
);

export interface AccountClosing {
  readonly subscriptionId: string;
  /** The only line and the only product that end, by its id in the subscription. Without them, all end. */
  readonly lineId?: string;
  readonly subscriptionProductId?: string;
  readonly at: Date;
}

/**
 * Closes accounts: from an instant on, lines no longer have products of their subscription, and their recurring credits
 * end. Call it before the product or line is removed. Accounts are opened first, so that earlier usage finds its
 * balance even if nothing was read before.
 */
export async function closeAccounts(
  tx: Pick<Db, 'query'>,
  { subscriptionId, lineId, subscriptionProductId, at }: AccountClosing,
): Promise<void> {
  const lineIds = await openAccountsOfSubscription(tx, { subscriptionId, lineId });
  if (lineIds.length === 0) return;
  await lockAccounts(tx, lineIds);
  await tx.query(closeStatement, { lineIds, subscriptionId, subscriptionProductId, at });
}

/** Opens the accounts of all lines of a subscription, or of one line. Returns the line ids. */
export async function openAccountsOfSubscription(
  tx: Pick<Db, 'query'>,
  { subscriptionId, lineId }: { readonly subscriptionId: string; readonly lineId?: string | undefined },
): Promise<readonly string[]> {
  const lines = await tx.query(linesStatement, { subscriptionId, lineId });
  const lineIds = lines.map(({ id }) => id);
  if (lineIds.length > 0) await openAccounts(tx, lineIds);
  return lineIds;
}
