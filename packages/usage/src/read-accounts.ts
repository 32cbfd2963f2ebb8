import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { UsageType } from '@linework/schemas/catalog/product';
import type { Account, Credit, Span } from './account.ts';

const spansSql = (ranges: string) =>
  `(
    SELECT coalesce(jsonb_agg(jsonb_build_object('from', lower(span), 'until', upper(span))), '[]')
    FROM unnest(${ranges}) span)`;

/** A line has no product during a pause or after its end. */
const readStatement = statement(
  'read-usage-accounts',
  { lineIds: 'uuid[]' },
  `SELECT a.id, a.line_id AS "lineId", a.broker_id AS "brokerId", a.product_id AS "productId",
     ${spansSql('h.held')} AS held,
    ${spansSql(`h.held + (
      SELECT coalesce(range_agg(tstzrange(c.starts_at, c.due_at)), '{}')
      FROM usage_credit c
      WHERE c.account_id = a.id)`)} AS usable,
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
  readonly held: readonly SpanRow[];
  readonly usable: readonly SpanRow[];
  readonly allowsOverage: boolean;
  readonly components: readonly {
    readonly id: string;
    readonly type: UsageType | 'SERVICE';
    readonly unlimited: boolean;
  }[];
}>();

/** In the order of the index that is used to open accounts, so that two batches cannot deadlock. */
const lockStatement = statement(
  'lock-usage-accounts',
  { lineIds: 'uuid[]' },
  'SELECT id FROM usage_account WHERE line_id = ANY(:lineIds) ORDER BY line_id, product_id FOR NO KEY UPDATE',
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
  return rows.map(({ held, usable, ...row }) => ({ ...row, held: held.map(toSpan), usable: usable.map(toSpan) }));
}

const toSpan = ({ from, until }: SpanRow): Span => ({
  from: new Date(from),
  until: until === null ? null : new Date(until),
});

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

interface SpanRow {
  readonly from: string;
  readonly until: string | null;
}
