import { dayInSql } from '@linework/billing/day-in-sql';
import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
import { insertMove } from '@linework/events/insert-event';
import { openAccounts } from '@linework/usage/open-accounts';
import { adopted, job, markText } from './adopted-rows.ts';

const batchOf = (kind: string, columns: string, joins = '') => `batch AS MATERIALIZED (
    SELECT r.record_id, r.broker_id, r.legacy_id, r.data, ${columns}
    FROM move_in_row r
    ${joins}
    WHERE r.move_in_id = :moveInId AND r.kind = '${kind}' AND r.state = 'read' AND r.parent = ANY(:ids)
  )`;

const holderOf = `JOIN move_in_row h ON h.broker_id = r.broker_id AND h.kind = 'holders' AND h.legacy_id = r.parent
      AND h.state = 'adopted'`;

const ofBatch = { moveInId: 'uuid', ids: 'text[]' } as const;

const methodsStatement = unprepared(
  'adopt-payment-methods',
  ofBatch,
  `WITH ${batchOf('paymentMethods', 'h.record_id AS holder_id', holderOf)}, added AS (
    INSERT INTO payment_method (id, broker_id, customer_id, type, status, token, is_default, brand, last_four,
      expires_on, activated_at, metadata)
    SELECT record_id, broker_id, holder_id, data ->> 'type', 'ACTIVE', data ->> 'token',
      coalesce(data ->> 'isDefault' = 'true', false), data ->> 'brand', data ->> 'lastFour',
      (data ->> 'expiresOn')::date, coalesce((data ->> 'activatedAt')::timestamptz, now()),
      coalesce((data ->> 'metadata')::jsonb, '{}')
    FROM batch
    ON CONFLICT DO NOTHING
    RETURNING id, broker_id
  ), marked AS (
    ${markText}
  )
  ${insertMove('payment-method', { to: 'ACTIVE', job, details: adopted('NULL') })}
  FROM added`,
);

/** The cycle that is running there goes on here; the next invoice is made on the next billing date. */
const subscriptionsStatement = unprepared(
  'adopt-subscriptions',
  ofBatch,
  `WITH ${batchOf('subscriptions', 'h.record_id AS holder_id', holderOf)}, added AS (
    INSERT INTO subscription (id, broker_id, customer_id, status, offer_id, offer_version_id, frequency, billing_type,
      billing_day, changes_behavior, on_last_line_ended, activated_at, anchor_day, cycle, cycle_from, cycle_until,
      next_billing_date, external_code, metadata)
    SELECT b.record_id, b.broker_id, b.holder_id, 'ACTIVE', v.offer_id, v.id,
      coalesce(b.data ->> 'frequency', 'MONTHLY'), b.data ->> 'billingType', (b.data ->> 'billingDay')::int,
      coalesce(b.data ->> 'changesBehavior', 'IMMEDIATE_WITH_PRORATE'),
      coalesce(v.content ->> 'onLastLineEnded', 'cancel'),
      (b.data ->> 'activatedAt')::timestamptz, (b.data ->> 'anchorDay')::date,
      (b.data ->> 'cycle')::int, (b.data ->> 'cycleFrom')::date,
      (b.data ->> 'cycleUntil')::date, (b.data ->> 'nextBillingDate')::date, b.legacy_id,
      coalesce((b.data ->> 'metadata')::jsonb, '{}')
    FROM batch b
    JOIN offer_version v ON v.id = (b.data ->> 'offerVersionId')::uuid AND v.broker_id = b.broker_id
    ON CONFLICT DO NOTHING
    RETURNING id, broker_id, external_code AS legacy_id
  ), marked AS (
    ${markText}
  )
  ${insertMove('subscription', { to: 'ACTIVE', job, details: adopted('legacy_id') })}
  FROM added`,
);

/**
 * A subscription that is paused there was in service before: its pause begins when it began there, and nothing of it is
 * billed until a person resumes it. It is paused once, whatever became of it since.
 */
const pausesStatement = unprepared(
  'adopt-pauses',
  { moveInId: 'uuid', ids: 'text[]', isCycleOver: 'boolean' },
  `WITH paused AS (
    UPDATE subscription s
    SET status = 'PAUSED', last_paused_at = (r.data ->> 'pausedAt')::timestamptz, updated_at = now()
    FROM move_in_row r
    WHERE r.move_in_id = :moveInId AND r.kind = 'subscriptions' AND r.state = 'adopted' AND r.parent = ANY(:ids)
      AND r.data ->> 'status' = 'PAUSED'
      AND s.id = r.record_id
      AND s.status = 'ACTIVE'
      AND s.last_paused_at IS NULL
      AND (s.cycle_until <= ${dayInSql('now()')}) = :isCycleOver
    RETURNING s.id, s.broker_id, s.last_paused_at, r.legacy_id
  ), pauses AS (
    INSERT INTO subscription_pause (subscription_id, broker_id, paused_at)
    SELECT id, broker_id, last_paused_at
    FROM paused
  )
  ${insertMove('subscription', { from: 'ACTIVE', to: 'PAUSED', job, details: adopted('legacy_id') })}
  FROM paused`,
);

/** Lines that the pause has blocked there: the resume unblocks them, though no order has blocked them here. */
const pausedLinesStatement = unprepared(
  'adopt-paused-lines',
  { lineIds: 'uuid[]' },
  `INSERT INTO paused_line (subscription_id, line_id, broker_id, adopted)
  SELECT s.id, l.id, l.broker_id, true
  FROM line l
  JOIN subscription s ON s.id = l.subscription_id AND s.status = 'PAUSED'
  JOIN move_in_row r ON r.record_id = l.id
  WHERE l.id = ANY(:lineIds)
    AND l.status = 'BLOCKED'
    AND coalesce((r.data ->> 'blockedByPause')::boolean, NOT l.metadata ? 'block')
  ON CONFLICT DO NOTHING`,
);

const subscriptionsOfStatement = unprepared(
  'find-adopted-subscriptions',
  ofBatch,
  `SELECT legacy_id AS "legacyId"
  FROM move_in_row
  WHERE move_in_id = :moveInId AND kind = 'subscriptions' AND state = 'adopted' AND parent = ANY(:ids)`,
).returns<{ readonly legacyId: string }>();

const subscriptionOf = `JOIN move_in_row s ON s.broker_id = r.broker_id AND s.kind = 'subscriptions'
      AND s.legacy_id = r.parent AND s.state = 'adopted'`;

/** With the discounts of the offer that have not ended, and the cycles of them that are used. */
const productsStatement = unprepared(
  'adopt-products',
  ofBatch,
  `WITH ${batchOf('products', 's.record_id AS subscription_id', subscriptionOf)}, described AS MATERIALIZED (
    SELECT b.*, u.offer_version_id, u.cycle, u.billing_type, u.activated_at, v.content AS version, p AS product
    FROM batch b
    JOIN subscription u ON u.id = b.subscription_id
    JOIN offer_version v ON v.id = u.offer_version_id, jsonb_array_elements(v.content -> 'products') p
    WHERE p ->> 'id' = b.data ->> 'productId'
  ), added AS (
    INSERT INTO subscription_product (id, subscription_id, broker_id, product_id, offer_version_id, billing_type,
      content, from_cycle, added_at)
    SELECT record_id, subscription_id, broker_id, (product ->> 'id')::uuid, offer_version_id, product ->> 'billingType',
      product, 1, coalesce((data ->> 'addedAt')::timestamptz, activated_at)
    FROM described
    ON CONFLICT DO NOTHING
    RETURNING id
  ), discounts AS (
    INSERT INTO subscription_discount (id, subscription_product_id, discount_id, offer_version_discount_id, name, scope,
      component_id, value_type, amount, from_cycle, duration_in_cycles, elapsed_cycles, consumed_cycles)
    SELECT gen_random_uuid(), a.id, (d ->> 'discountId')::uuid, (d ->> 'id')::uuid, d ->> 'name', d ->> 'scope',
      CASE WHEN d ->> 'scope' = 'COMPONENT' THEN (d ->> 'componentId')::uuid END, d #>> '{value,type}',
      (d #>> '{value,amount}')::numeric, (d ->> 'fromCycle')::int, (d ->> 'durationInCycles')::int,
      used.elapsed, used.consumed
    FROM added a
    JOIN described p ON p.record_id = a.id
    CROSS JOIN LATERAL jsonb_array_elements(p.version -> 'discounts') d
    CROSS JOIN LATERAL (
      -- A cycle that is paid in advance was billed with the discount already.
      SELECT least(greatest(p.cycle - (d ->> 'fromCycle')::int, 0),
          coalesce((d ->> 'durationInCycles')::int, p.cycle)) AS elapsed,
        least(greatest(p.cycle - (d ->> 'fromCycle')::int + (p.billing_type = 'PREPAID')::int, 0),
          coalesce((d ->> 'durationInCycles')::int, p.cycle)) AS consumed
    ) used
    WHERE (d ->> 'scope' = 'OFFER'
        OR d ->> 'scope' = 'PRODUCT' AND d ->> 'productId' = p.product ->> 'id'
        OR d ->> 'scope' = 'COMPONENT' AND EXISTS (
          SELECT
          FROM jsonb_array_elements(p.product -> 'components') c
          WHERE c ->> 'id' = d ->> 'componentId'))
      AND coalesce((d ->> 'fromCycle')::int + (d ->> 'durationInCycles')::int > p.cycle, true)
  )
  ${markText}`,
);

/** Lines joined their subscription when both were in use there. */
const joinedStatement = unprepared(
  'date-adopted-memberships',
  { lineIds: 'uuid[]' },
  `UPDATE subscription_line m
  SET joined_at = greatest(coalesce(l.activated_at, s.activated_at), s.activated_at)
  FROM line l
  JOIN subscription s ON s.id = l.subscription_id
  WHERE m.line_id = l.id AND l.id = ANY(:lineIds)`,
);

/** The part of the allowance of the running cycle that was used there. */
const balancesStatement = unprepared(
  'adopt-balances',
  { lineIds: 'uuid[]' },
  `WITH batch AS MATERIALIZED (
    SELECT r.record_id, l.record_id AS line_id, r.data
    FROM move_in_row l
    JOIN move_in_row r ON r.move_in_id = l.move_in_id AND r.kind = 'balances' AND r.parent = l.legacy_id
      AND r.state = 'read'
    WHERE l.record_id = ANY(:lineIds)
  ), used AS (
    UPDATE usage_credit c
    SET used = least(c.granted, (b.data ->> 'used')::bigint)
    FROM batch b
    JOIN line l ON l.id = b.line_id
    JOIN subscription s ON s.id = l.subscription_id
    JOIN usage_account a ON a.line_id = b.line_id AND a.product_id = (b.data ->> 'productId')::uuid
    WHERE c.account_id = a.id AND c.component_id = (b.data ->> 'componentId')::uuid AND c.kind = 'RECURRING'
      AND c.subscription_id = s.id AND c.cycle = s.cycle
    RETURNING b.record_id
  )
  UPDATE move_in_row
  SET state = 'adopted'
  WHERE record_id = ANY(ARRAY(SELECT record_id FROM used))`,
);

/** An invoice that is still to be paid, with one line; the job marks it as overdue when it is. */
const invoicesStatement = unprepared(
  'adopt-invoices',
  ofBatch,
  `WITH ${batchOf('invoices', 's.record_id AS subscription_id', subscriptionOf)}, described AS MATERIALIZED (
    SELECT b.*, u.customer_id, p.id AS subscription_product_id, p.product_id,
      (b.data ->> 'cycleFrom')::date AS period_from, (b.data ->> 'cycleUntil')::date AS period_until
    FROM batch b
    JOIN subscription u ON u.id = b.subscription_id
    CROSS JOIN LATERAL (
      SELECT id, product_id FROM subscription_product WHERE subscription_id = u.id ORDER BY id LIMIT 1
    ) p
  ), added AS (
    INSERT INTO invoice (id, broker_id, subscription_id, customer_id, status, cycle, period_from, period_until,
      total_amount, opened_at, due_date, metadata)
    SELECT record_id, broker_id, subscription_id, customer_id, 'OPEN', (data ->> 'cycle')::int, period_from,
      period_until, (data ->> 'amount')::numeric, now(), (data ->> 'dueDate')::date,
      jsonb_build_object('legacyId', legacy_id)
    FROM described
    ON CONFLICT DO NOTHING
    RETURNING id, broker_id, metadata ->> 'legacyId' AS legacy_id
  ), lines AS (
    INSERT INTO invoice_line (invoice_id, position, kind, description, subscription_product_id, product_id, amount,
      period_from, period_until)
    SELECT a.id, 0, 'CHARGE', 'Open amount of ' || a.legacy_id, d.subscription_product_id, d.product_id,
      (d.data ->> 'amount')::numeric, d.period_from, d.period_until
    FROM added a
    JOIN described d ON d.record_id = a.id
  ), marked AS (
    ${markText}
  )
  ${insertMove('invoice', { to: 'OPEN', job, details: adopted('legacy_id') })}
  FROM added`,
);

/** Adopts the payment methods and the contracts of these holders, before their lines. */
export async function adoptContracts(
  tx: Pick<Db, 'query'>,
  moveInId: string,
  holderIds: readonly string[],
): Promise<void> {
  await tx.query(methodsStatement, { moveInId, ids: holderIds });
  await tx.query(subscriptionsStatement, { moveInId, ids: holderIds });
  const subscriptions = await tx.query(subscriptionsOfStatement, { moveInId, ids: holderIds });
  const ids = subscriptions.map(({ legacyId }) => legacyId);
  if (ids.length === 0) return;
  await tx.query(productsStatement, { moveInId, ids });
  await tx.query(invoicesStatement, { moveInId, ids });
}

interface Holders {
  readonly moveInId: string;
  readonly holderIds: readonly string[];
  readonly lineIds: readonly string[];
}

/**
 * Adopts what lines have used of their allowances, and pauses, after the lines. The allowance of a running cycle is
 * opened before the pause, so that the rest of it is there after the resume.
 */
export async function adoptBalancesAndPauses(
  tx: Pick<Db, 'query'>,
  { moveInId, holderIds, lineIds }: Holders,
): Promise<void> {
  const ofHolders = { moveInId, ids: holderIds };
  await tx.query(joinedStatement, { lineIds });
  await tx.query(pausesStatement, { ...ofHolders, isCycleOver: true });
  await openAccounts(tx, lineIds);
  await tx.query(balancesStatement, { lineIds });
  await tx.query(pausesStatement, { ...ofHolders, isCycleOver: false });
  await tx.query(pausedLinesStatement, { lineIds });
}
