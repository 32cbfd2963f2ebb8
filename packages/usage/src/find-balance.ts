import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { findLine } from '@linework/lines/records/find-line';
import type { UsageType } from '@linework/schemas/catalog/product';
import type { LineProductBalance } from '@linework/schemas/usage/line-product-balance';
import { findLineAccount, type LineAccount, type LineProductReference } from './find-line-account.ts';
import { openAccounts } from './open-accounts.ts';
import { type CycleUsage, showBalance } from './show-balance.ts';

const creditsStatement = statement(
  'find-active-credits',
  { accountId: 'uuid' },
  `SELECT component_id AS "componentId", type, granted::text, used::text, due_at AS "dueAt", updated_at AS "updatedAt",
     metadata
   FROM usage_credit
   WHERE account_id = :accountId AND due_at > now() AND starts_at <= now()
   ORDER BY due_at, starts_at, type, id`,
).returns<{ readonly type: UsageType; readonly metadata: Record<string, unknown> }>();

const cycleStatement = statement(
  'sum-usage-of-cycle',
  { id: 'uuid', cycleFrom: 'date?', cycleUntil: 'date?' },
  `SELECT component_id AS "componentId", sum(amount)::text AS amount, sum(overage)::text AS overage
   FROM usage_day
   WHERE account_id = :id AND day >= :cycleFrom AND day < :cycleUntil
   GROUP BY component_id`,
);

export interface BalanceInput extends LineProductReference {
  readonly caller: Caller;
}

/**
 * Returns the balance of a product on a line. Raises not-found when the line does not exist, belongs to another broker,
 * or never had the product.
 */
export async function findBalance(db: Db, { caller, lineId, productId }: BalanceInput): Promise<LineProductBalance> {
  const line = await findLine(db, { caller, lineId });
  return db.transaction(async (tx) => {
    await openAccounts(tx, [lineId]);
    const account = await findLineAccount(tx, { lineId, productId });
    const credits = await tx.query(creditsStatement, { accountId: account.id });
    return {
      lineId,
      productId,
      online: line.status === 'ACTIVE',
      accountMetadata: {},
      balance: showBalance(account, credits, await readCycleUsage(tx, account)),
    };
  });
}

function readCycleUsage(
  tx: Pick<Db, 'query'>,
  { id, cycleFrom, cycleUntil }: LineAccount,
): Promise<readonly CycleUsage[]> {
  return tx.query(cycleStatement, { id, cycleFrom, cycleUntil });
}
