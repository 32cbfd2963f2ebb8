import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { UsageType } from '@linework/schemas/catalog/product';
import type { Account, Credit } from './account.ts';

const readStatement = statement(
  'read-usage-accounts',
  `SELECT a.id, a.line_id AS "lineId", a.broker_id AS "brokerId", a.product_id AS "productId", h.line_id IS NOT NULL AS current,
    (a.product ->> 'allowsOverage')::boolean AS "allowsOverage", a.product -> 'components' AS components
   FROM usage_account a
   LEFT JOIN (SELECT line_id, subscription_product_id, added_at FROM line_product WHERE line_id = ANY($1::uuid[])) h
     ON h.line_id = a.line_id AND h.subscription_product_id = a.subscription_product_id
   WHERE a.line_id = ANY($1::uuid[])
   ORDER BY h.added_at, h.subscription_product_id, a.created_at, a.id`,
);

/** In the order of the index by which accounts are opened: two batches never hold what the other waits for. */
const lockStatement = statement(
  'lock-usage-accounts',
  'SELECT id FROM usage_account WHERE line_id = ANY($1::uuid[]) ORDER BY line_id, product_id FOR NO KEY UPDATE',
);

const creditsStatement = statement(
  'read-usage-credits',
  `SELECT id, account_id AS "accountId", component_id AS "componentId", type, granted::text, used::text, starts_at AS "startsAt", due_at AS "dueAt"
   FROM usage_credit WHERE account_id = ANY($1::uuid[]) AND type = ANY($2::text[]) AND due_at > $3::timestamptz
   ORDER BY due_at, starts_at, id`,
);

/** The accounts of these lines, of each line in the order in which their products were added. */
export function readAccounts(db: Pick<Db, 'query'>, lineIds: readonly string[]): Promise<readonly Account[]> {
  return db.query<Account>(readStatement, [lineIds]);
}

/** Holds the balances of these lines to the end of the transaction: who changes one holds its account. */
export async function lockAccounts(tx: Pick<Db, 'query'>, lineIds: readonly string[]): Promise<void> {
  await tx.query(lockStatement, [lineIds]);
}

/** The credits of some types in these accounts that were not over at an instant, those first that end first. */
export async function readCredits(db: Pick<Db, 'query'>, { accountIds, types, since }: CreditsAsked): Promise<readonly Credit[]> {
  const rows = await db.query<CreditRow>(creditsStatement, [accountIds, types, since]);
  return rows.map(({ granted, used, ...row }) => ({ ...row, granted: BigInt(granted), used: BigInt(used) }));
}

export interface CreditsAsked {
  readonly accountIds: readonly string[];
  readonly types: readonly UsageType[];
  readonly since: Date;
}

type CreditRow = Omit<Credit, 'granted' | 'used'> & { readonly granted: string; readonly used: string };
