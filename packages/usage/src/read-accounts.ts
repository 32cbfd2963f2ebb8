import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { UsageType } from '@linework/schemas/catalog/product';
import type { Account, Credit, Span } from './account.ts';

/**
 * A line has no product during a pause or after its end. Nearly always there is one span, and then nothing is made into
 * JSON.
 */
const readStatement = statement(
  'read-usage-accounts',
  { lineIds: 'uuid[]' },
  `SELECT a.id, a.line_id AS "lineId", a.broker_id AS "brokerId", a.product_id AS "productId",
     lower(h.held) AS "from", upper(h.held) AS "until",
     CASE
       WHEN h.held <> multirange(range_merge(h.held)) THEN (
         SELECT jsonb_agg(jsonb_build_object('from', lower(span), 'until', upper(span)))
         FROM unnest(h.held) span)
     END AS "several",
     (a.product ->> 'allowsOverage')::boolean AS "allowsOverage", a.product -> 'components' AS components
   FROM usage_account a
   JOIN line l ON l.id = a.line_id
   JOIN subscription_product p ON p.id = a.subscription_product_id
   CROSS JOIN LATERAL (
     SELECT a.held * tstzmultirange(tstzrange(NULL, l.terminated_at)) - (
       SELECT coalesce(range_agg(tstzrange(paused_at, resumed_at)), '{}')
     FROM subscription_pause
     WHERE subscription_id = p.subscription_id) AS held
     OFFSET 0) h
   WHERE a.line_id = ANY(:lineIds)
   ORDER BY p.added_at, p.id, a.created_at, a.id`,
).returns<{
  readonly several: readonly { readonly from: string; readonly until: string | null }[] | null;
  readonly allowsOverage: boolean;
  readonly components: readonly {
    readonly id: string;
    readonly type: UsageType | 'SERVICE';
    readonly unlimited: boolean;
  }[];
}>();

const creditSpansStatement = statement(
  'read-spans-of-credits',
  { accountIds: 'uuid[]' },
  `SELECT account_id AS "accountId", starts_at AS "from", due_at AS "until"
   FROM usage_credit
   WHERE account_id = ANY(:accountIds)`,
);

/** In the order of the index that is used to open accounts, so that two batches cannot deadlock. */
const lockStatement = statement(
  'lock-usage-accounts',
  { lineIds: 'uuid[]' },
  `SELECT count(*)
   FROM (
     SELECT
     FROM usage_account
     WHERE line_id = ANY(:lineIds)
     ORDER BY line_id, product_id
     FOR NO KEY UPDATE) AS locked`,
);

const creditsStatement = statement(
  'read-usage-credits',
  { accountIds: 'uuid[]', types: 'text[]', since: 'timestamptz' },
  `SELECT id, account_id AS "accountId", component_id AS "componentId", type, granted::text, used::text,
     starts_at AS "startsAt", due_at AS "dueAt"
   FROM usage_credit
   WHERE account_id = ANY(:accountIds) AND type = ANY(:types) AND due_at > :since
   ORDER BY due_at, starts_at, id`,
).returns<{ readonly type: UsageType }>();

/** Reads the accounts of these lines; those of a line are in the order in which their products were added. */
export async function readAccounts(db: Pick<Db, 'query'>, lineIds: readonly string[]): Promise<readonly Account[]> {
  const rows = await db.query(readStatement, { lineIds });
  return rows.map(({ from, until, several, ...row }) => {
    const span = from === null ? [] : [{ from, until }];
    return { ...row, held: several?.map(toSpan) ?? span };
  });
}

const toSpan = ({ from, until }: { readonly from: string; readonly until: string | null }): Span => ({
  from: new Date(from),
  until: until === null ? null : new Date(until),
});

/** Reads the periods of all credits of these accounts, by the account. */
export async function readSpansOfCredits(
  db: Pick<Db, 'query'>,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Span[]>> {
  const rows = await db.query(creditSpansStatement, { accountIds });
  return Map.groupBy(rows, ({ accountId }) => accountId);
}

/** Locks the balances of these lines until the end of the transaction. Every change of a balance locks its account. */
export async function lockAccounts(tx: Pick<Db, 'query'>, lineIds: readonly string[]): Promise<void> {
  await tx.query(lockStatement, { lineIds });
}

/** Reads the credits of these accounts and types that had not expired at an instant, the earliest expiry first. */
export async function readCredits(
  db: Pick<Db, 'query'>,
  { accountIds, types, since }: CreditFilter,
): Promise<readonly Credit[]> {
  const rows = await db.query(creditsStatement, { accountIds, types, since });
  return rows.map(({ granted, used, ...row }) => ({ ...row, granted: BigInt(granted), used: BigInt(used) }));
}

export interface CreditFilter {
  readonly accountIds: readonly string[];
  readonly types: readonly UsageType[];
  readonly since: Date;
}
