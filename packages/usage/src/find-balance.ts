import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { findLine } from '@linework/lines/records/find-line';
import type { LineProductBalance } from '@linework/schemas/usage/line-product-balance';
import { findLineAccount, type LineAccount, type LineProductReference } from './find-line-account.ts';
import { openAccounts } from './open-accounts.ts';
import { type ActiveCredit, type CycleUsage, showBalance } from './show-balance.ts';

const creditsStatement = statement(
  'find-active-credits',
  `SELECT component_id AS "componentId", type, granted::text, used::text, due_at AS "dueAt", updated_at AS "updatedAt", metadata
   FROM usage_credit
   WHERE account_id = $1::uuid AND due_at > now() AND starts_at <= now()
   ORDER BY due_at, starts_at, type, id`,
);

const cycleStatement = statement(
  'sum-usage-of-cycle',
  `SELECT component_id AS "componentId", sum(amount)::text AS amount, sum(overage)::text AS overage
   FROM usage_day
   WHERE account_id = $1::uuid AND day >= $2::date AND day < $3::date
   GROUP BY component_id`,
);

export interface BalanceInput extends LineProductReference {
  readonly caller: Caller;
}

/** Returns the balance of a product on a line. Raises not-found when the line does not exist, belongs to another broker, or never had the product. */
export async function findBalance(db: Db, { caller, lineId, productId }: BalanceInput): Promise<LineProductBalance> {
  const line = await findLine(db, { caller, lineId });
  return db.transaction(async (tx) => {
    await openAccounts(tx, [lineId]);
    const account = await findLineAccount(tx, { lineId, productId });
    const credits = await tx.query<ActiveCredit>(creditsStatement, [account.id]);
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
  return tx.query<CycleUsage>(cycleStatement, [id, cycleFrom, cycleUntil]);
}
