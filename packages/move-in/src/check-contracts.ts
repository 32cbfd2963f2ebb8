import { calculateCycle, findCycleNumber } from '@linework/billing/cycle';
import { dayInSql } from '@linework/billing/day-in-sql';
import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
import type { FindingCode } from '@linework/schemas/move-ins/finding-codes';
import type { MoveInKind } from '@linework/schemas/move-ins/move-in';
import { toPattern } from './columns.ts';

const limits = { timeoutMs: 600_000 };
const ofMoveIn = { moveInId: 'uuid' } as const;

const insertFinding = (code: string, column: string, detail: string) => `
  INSERT INTO move_in_finding (move_in_id, stage, kind, row, "column", code, legacy_id, detail)
  SELECT r.move_in_id, 'check', r.kind, r.row, '${column}', '${code}', r.legacy_id, '${detail}'`;

/** What is wrong with a row `r` of a kind if a condition holds. */
interface Rule {
  readonly kind: MoveInKind;
  readonly code: FindingCode;
  readonly column: string;
  readonly detail: string;
  readonly joins?: string;
  readonly where: string;
}

/** The statement that finds all rows for which a rule holds. */
export const findBy = (name: string, { kind, code, column, detail, joins = '', where }: Rule) =>
  unprepared(
    name,
    ofMoveIn,
    `${insertFinding(code, column, detail)}
    FROM move_in_row r
    ${joins}
    WHERE r.move_in_id = :moveInId
      AND r.kind = '${kind}'
      AND ${where}
    ON CONFLICT DO NOTHING`,
    limits,
  );

export const isAdopted = (row: string) => `EXISTS (
    SELECT
    FROM move_in_row a
    WHERE a.broker_id = ${row}.broker_id AND a.kind = ${row}.kind AND a.legacy_id = ${row}.legacy_id
      AND a.state = 'adopted')`;

const joinSubscription = (legacyId: string, join = 'JOIN') =>
  `${join} move_in_row s ON s.move_in_id = r.move_in_id AND s.kind = 'subscriptions' AND s.legacy_id = ${legacyId}`;

/** A product in the version of its subscription, and in no other. */
const productOf = (subscription: string, productId: string) => `SELECT p
        FROM offer_version v, jsonb_array_elements(v.content -> 'products') p
        WHERE v.id = (${subscription}.data ->> 'offerVersionId')::uuid AND p ->> 'id' = ${productId}`;

/** The subscription of a line is paused: in its row, or as the record that an earlier move-in has adopted. */
const isOfPause = `(EXISTS (
        SELECT
        FROM move_in_row s
        WHERE s.move_in_id = r.move_in_id AND s.kind = 'subscriptions' AND s.legacy_id = r.data ->> 'subscriptionId'
          AND s.data ->> 'status' = 'PAUSED')
      OR EXISTS (
        SELECT
        FROM move_in_row s
        JOIN subscription u ON u.id = s.record_id
        WHERE s.broker_id = r.broker_id AND s.kind = 'subscriptions' AND s.legacy_id = r.data ->> 'subscriptionId'
          AND s.state = 'adopted' AND u.status = 'PAUSED'))`;

const pauseStatements = [
  findBy('find-pauses-without-time', {
    kind: 'subscriptions',
    code: 'missing-value',
    column: 'pausedAt',
    detail: 'is missing: the subscription is paused',
    where: `r.data ->> 'status' = 'PAUSED'
      AND NOT r.data ? 'pausedAt'
      AND NOT EXISTS (
        SELECT
        FROM move_in_finding f
        WHERE f.move_in_id = r.move_in_id AND f.kind = r.kind AND f.row = r.row AND f."column" = 'pausedAt')`,
  }),
  findBy('find-times-without-pause', {
    kind: 'subscriptions',
    code: 'invalid-value',
    column: 'pausedAt',
    detail: 'is of a subscription that is not paused',
    where: `r.data ? 'pausedAt'
      AND coalesce(r.data ->> 'status', 'ACTIVE') <> 'PAUSED'`,
  }),
  findBy('find-pauses-before-activation', {
    kind: 'subscriptions',
    code: 'invalid-value',
    column: 'pausedAt',
    detail: 'is before the activation',
    where: "(r.data ->> 'pausedAt')::timestamptz < (r.data ->> 'activatedAt')::timestamptz",
  }),
  findBy('find-active-lines-of-pauses', {
    kind: 'lines',
    code: 'invalid-value',
    column: 'status',
    detail: 'is ACTIVE, and its subscription is paused',
    where: `r.data ->> 'status' = 'ACTIVE'
      AND ${isOfPause}
      AND NOT EXISTS (
        SELECT
        FROM move_in_row b
        WHERE b.move_in_id = :moveInId AND b.kind = 'blocks' AND b.parent = r.legacy_id)`,
  }),
  findBy('find-lines-blocked-by-no-pause', {
    kind: 'lines',
    code: 'invalid-value',
    column: 'blockedByPause',
    detail: 'is true, and no pause of its subscription blocks the line',
    where: `r.data ->> 'blockedByPause' = 'true'
      AND (r.data ->> 'status' = 'STAND_BY' OR NOT ${isOfPause})`,
  }),
  findBy('find-balances-of-cycles-that-are-over', {
    kind: 'balances',
    code: 'invalid-value',
    column: 'used',
    detail: 'is of a cycle that ended during the pause of the subscription',
    joins: `JOIN move_in_row l ON l.move_in_id = r.move_in_id AND l.kind = 'lines' AND l.legacy_id = r.parent
    ${joinSubscription("l.data ->> 'subscriptionId'")}`,
    where: `s.data ->> 'status' = 'PAUSED'
      AND (s.data ->> 'cycleUntil')::date <= ${dayInSql('now()')}`,
  }),
] as const;

const contractStatements = [
  findBy('find-unknown-versions-of-move-in', {
    kind: 'subscriptions',
    code: 'unknown-reference',
    column: 'offerVersionId',
    detail: 'is no offer version of the broker',
    where: `r.data ? 'offerVersionId'
      AND NOT EXISTS (
        SELECT
        FROM offer_version v
        WHERE v.id = (r.data ->> 'offerVersionId')::uuid AND v.broker_id = r.broker_id)`,
  }),
  findBy('find-subscriptions-without-products', {
    kind: 'subscriptions',
    code: 'missing-value',
    column: 'products',
    detail: 'has no row of products, and nothing would be billed',
    where: `NOT EXISTS (
        SELECT
        FROM move_in_row p
        WHERE p.move_in_id = :moveInId AND p.kind = 'products' AND p.parent = r.legacy_id)`,
  }),
  findBy('find-unknown-products-of-move-in', {
    kind: 'products',
    code: 'unknown-reference',
    column: 'productId',
    detail: 'is no product of the offer version of its subscription',
    joins: joinSubscription('r.parent'),
    where: `r.data ? 'productId'
      AND s.data ? 'offerVersionId'
      AND NOT EXISTS (${productOf('s', "r.data ->> 'productId'")})`,
  }),
  findBy('find-lines-of-other-holders', {
    kind: 'lines',
    code: 'invalid-value',
    column: 'subscriptionId',
    detail: 'is a subscription of another holder',
    joins: joinSubscription("r.data ->> 'subscriptionId'"),
    where: 's.parent <> r.parent',
  }),
  // A balance counts against the allowance of a component of a product that the line has.
  findBy('find-balances-without-allowance', {
    kind: 'balances',
    code: 'invalid-value',
    column: 'used',
    detail: 'is more than the line has of the component, or it has none',
    joins: `LEFT JOIN move_in_row l ON l.move_in_id = r.move_in_id AND l.kind = 'lines' AND l.legacy_id = r.parent
    ${joinSubscription("l.data ->> 'subscriptionId'", 'LEFT JOIN')}`,
    where: `r.data ? 'used'
      AND NOT EXISTS (
        SELECT
        FROM (${productOf('s', "r.data ->> 'productId'")}) AS o(product),
          jsonb_array_elements(product -> 'components') c
        WHERE c ->> 'id' = r.data ->> 'componentId'
          AND c ->> 'type' <> 'SERVICE'
          AND (c ->> 'amount')::bigint >= (r.data ->> 'used')::bigint
          AND EXISTS (
            SELECT
            FROM move_in_row p
            WHERE p.move_in_id = :moveInId AND p.kind = 'products' AND p.parent = s.legacy_id
              AND p.data ->> 'productId' = r.data ->> 'productId'))`,
  }),
  findBy('find-taken-tokens-of-move-in', {
    kind: 'paymentMethods',
    code: 'taken',
    column: 'token',
    detail: 'belongs to another record already',
    where: `EXISTS (
        SELECT
        FROM payment_method m
        WHERE m.broker_id = r.broker_id AND m.token = r.data ->> 'token'
          AND m.status NOT IN ('REMOVED', 'REFUSED', 'EXPIRED'))
      AND NOT ${isAdopted('r')}`,
  }),
  findBy('find-second-defaults-of-move-in', {
    kind: 'paymentMethods',
    code: 'duplicate-in-file',
    column: 'isDefault',
    detail: 'is not the only default of its holder',
    where: `r.data ->> 'isDefault' = 'true'
      AND EXISTS (
        SELECT
        FROM move_in_row o
        WHERE o.move_in_id = :moveInId AND o.kind = r.kind AND o.parent = r.parent AND o.row <> r.row
          AND o.data ->> 'isDefault' = 'true')`,
  }),
] as const;

const invoicesStatement = unprepared(
  'read-invoices-of-move-in',
  { moveInId: 'uuid', after: 'int', limit: 'int' },
  `SELECT r.row, r.data ->> 'periodFrom' AS "periodFrom", s.data
  FROM move_in_row r
  JOIN move_in_row s ON s.move_in_id = r.move_in_id AND s.kind = 'subscriptions' AND s.legacy_id = r.parent
  WHERE r.move_in_id = :moveInId AND r.kind = 'invoices' AND r.row > :after AND r.data ? 'periodFrom'
    AND s.data ? 'cycle'
  ORDER BY r.row
  LIMIT :limit`,
  limits,
).returns<{ readonly periodFrom: string; readonly data: Readonly<Record<string, string>> }>();

const numberStatement = unprepared(
  'number-invoices-of-move-in',
  { moveInId: 'uuid', rows: 'int[]', cycles: 'int[]', starts: 'date[]', ends: 'date[]', wrong: 'int[]' },
  `WITH numbered AS (
    UPDATE move_in_row r
    SET data = r.data || jsonb_build_object('cycle', n.cycle, 'cycleFrom', n.starts, 'cycleUntil', n.ends)
    FROM unnest(:rows, :cycles, :starts, :ends) AS n(row, cycle, starts, ends)
    WHERE r.move_in_id = :moveInId AND r.kind = 'invoices' AND r.row = n.row
  )
  ${insertFinding('invalid-value', 'periodFrom', 'is not in a cycle that was billed there')}
  FROM move_in_row r
  WHERE r.move_in_id = :moveInId AND r.kind = 'invoices' AND r.row = ANY(:wrong)
  ON CONFLICT DO NOTHING`,
);

const sameCycleStatement = findBy('find-second-invoices-of-cycles', {
  kind: 'invoices',
  code: 'duplicate-in-file',
  column: 'periodFrom',
  detail: 'is in the cycle of another row',
  where: `EXISTS (
        SELECT
        FROM move_in_row o
        WHERE o.move_in_id = :moveInId AND o.kind = r.kind AND o.parent = r.parent AND o.row <> r.row
          AND o.data -> 'cycle' = r.data -> 'cycle')`,
});

const invoicesAtOnce = 2_000;

/** Checks what the rows of contracts and money need: offers, products, allowances, cycles. */
export async function checkContracts(db: Pick<Db, 'query'>, moveInId: string): Promise<void> {
  for (const each of [...contractStatements, ...pauseStatements]) await db.query(each, { moveInId });
  await numberInvoices(db, moveInId);
  await db.query(sameCycleStatement, { moveInId });
}

/** An open invoice is of a cycle that was billed there: it ended, or was paid in advance. */
async function numberInvoices(db: Pick<Db, 'query'>, moveInId: string): Promise<void> {
  for (let after = 0; ; ) {
    const invoices = await db.query(invoicesStatement, { moveInId, after, limit: invoicesAtOnce });
    const last = invoices.at(-1);
    if (!last) return;
    after = last.row;
    const numbered = invoices.map(({ row, periodFrom, data }) => {
      const pattern = toPattern(data);
      const cycle = pattern && periodFrom >= (pattern.startDay ?? '') ? findCycleNumber(pattern, periodFrom) : 0;
      const lastBilled = Number(data['cycle']) - (data['billingType'] === 'PREPAID' ? 0 : 1);
      return {
        row,
        cycle,
        days: pattern && cycle >= 1 && cycle <= lastBilled ? calculateCycle(pattern, cycle) : undefined,
      };
    });
    const right = numbered.flatMap(({ row, cycle, days }) => (days ? [{ row, cycle, ...days }] : []));
    await db.query(numberStatement, {
      moveInId,
      rows: right.map(({ row }) => row),
      cycles: right.map(({ cycle }) => cycle),
      starts: right.map(({ from }) => from),
      ends: right.map(({ until }) => until),
      wrong: numbered.filter(({ days }) => !days).map(({ row }) => row),
    });
  }
}
