import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import { beginErasure } from '@linework/holders/legal-holds';
import type { BatchResult } from './adopt.ts';
import { moveMoveIn } from './move-ins.ts';

const rowsAtOnce = 500;
const job = "'advance-move-ins'";

const lockStatement = unprepared(
  'lock-undoing-move-in',
  { moveInId: 'uuid' },
  `SELECT undo_kind AS kind, undo_row AS row, set_config('linework.move_in', id::text, true) AS setting
  FROM move_in
  WHERE id = :moveInId AND status = 'UNDOING'
  FOR NO KEY UPDATE`,
).returns<{ readonly kind: string; readonly row: number }>();

/**
 * The next rows in the order of their kinds, which is that of the alphabet: holders with what belongs to them, lines of
 * holders that another move-in has adopted, and stock. The search goes on behind the last batch, so it passes over
 * each row once, whether it was taken back or something had touched it.
 */
const nextRowsStatement = unprepared(
  'find-next-rows-to-take-back',
  { moveInId: 'uuid', kind: 'text', row: 'int', limit: 'int' },
  `SELECT r.kind, r.row, r.record_id AS id
  FROM move_in_row r
  WHERE r.move_in_id = :moveInId
    AND (r.kind, r.row) > (:kind, :row)
    AND r.kind IN ('holders', 'lines', 'numbers', 'sims')
    AND r.state = 'adopted'
  ORDER BY r.kind, r.row
  LIMIT :limit`,
).returns<{ readonly kind: string; readonly row: number; readonly id: string }>();

const passStatement = unprepared(
  'pass-rows-to-take-back',
  { moveInId: 'uuid', kind: 'text', row: 'int' },
  'UPDATE move_in SET undo_kind = :kind, undo_row = :row WHERE id = :moveInId',
);

const isOfMoveIn = (id: string) =>
  `EXISTS (SELECT FROM move_in_row WHERE record_id = ${id} AND move_in_id = :moveInId AND state = 'adopted')`;

/** Lines with usage since they were adopted. Usage has no index by line, so a batch reads it once for all its lines. */
const linesWithUsage = (lines: string) => `used AS MATERIALIZED (
    SELECT DISTINCT u.line_id
    FROM usage_record u
    WHERE u.created_at >= (SELECT created_at FROM move_in WHERE id = :moveInId)
      AND u.line_id IN (${lines})
  )`;

/** The line is as it was adopted: no order, no usage, and its number and SIM came with it. */
const isUntouchedLine = (line: string) => `${isOfMoveIn(`${line}.id`)}
    AND NOT EXISTS (SELECT FROM orders WHERE resource_type = 'line' AND resource_id = ${line}.id)
    AND ${line}.id <> ALL(ARRAY(SELECT line_id FROM used))
    AND NOT EXISTS (SELECT FROM usage_day d JOIN usage_account a ON a.id = d.account_id WHERE a.line_id = ${line}.id)
    AND NOT EXISTS (
      SELECT
      FROM usage_credit c
      JOIN usage_account a ON a.id = c.account_id
      WHERE a.line_id = ${line}.id AND c.kind <> 'RECURRING')
    AND (${line}.subscription_id IS NULL OR ${isOfMoveIn(`${line}.subscription_id`)})
    AND NOT EXISTS (SELECT FROM port_out WHERE line_id = ${line}.id)
    AND NOT EXISTS (SELECT FROM allocation WHERE line_id = ${line}.id AND NOT ${isOfMoveIn('resource_id')})`;

/** The subscription is in the cycle and in the pause in which it came, with the products with which it came. */
const isUntouchedSubscription = (subscription: string) => `EXISTS (
        SELECT
        FROM move_in_row m
        WHERE m.record_id = ${subscription}.id AND m.move_in_id = :moveInId AND m.state = 'adopted'
          AND (m.data ->> 'nextBillingDate')::date = ${subscription}.next_billing_date
          AND coalesce(m.data ->> 'status', 'ACTIVE') = ${subscription}.status
          AND NOT EXISTS (
            SELECT
            FROM subscription_pause c
            WHERE c.subscription_id = ${subscription}.id
              AND (c.paused_at, c.resumed_at) IS DISTINCT FROM ((m.data ->> 'pausedAt')::timestamptz, NULL)))
      AND NOT EXISTS (SELECT FROM subscription_charge c WHERE c.subscription_id = ${subscription}.id)
      AND NOT EXISTS (
        SELECT
        FROM subscription_product c
        WHERE c.subscription_id = ${subscription}.id AND (c.removed_at IS NOT NULL OR NOT ${isOfMoveIn('c.id')}))`;

/**
 * Whether a record of a relation exists for this holder. `OFFSET 0` keeps the planner from joining the table of all
 * records, and from asking about each of them whether something has touched it.
 */
const hasAny = (from: string, condition: string) =>
  `EXISTS (SELECT FROM (SELECT * FROM ${from} OFFSET 0) x WHERE ${condition})`;

/** Nothing of ours has touched the holder, no legal hold is on it, and every line of it can be taken back. */
const untouchedHoldersStatement = unprepared(
  'find-holders-to-take-back',
  { moveInId: 'uuid', ids: 'uuid[]' },
  `WITH ${linesWithUsage('SELECT id FROM line WHERE holder_id = ANY(:ids)')}
  SELECT h.id
  FROM unnest(:ids) AS h(id)
  WHERE NOT ${hasAny('holder WHERE id = h.id', 'is_under_legal_hold(x.broker_id, x.id)')}
    AND NOT ${hasAny('line WHERE holder_id = h.id', `NOT (${isUntouchedLine('x')})`)}
    AND NOT ${hasAny('subscription WHERE customer_id = h.id', `NOT (${isUntouchedSubscription('x')})`)}
    AND NOT ${hasAny(
      'invoice WHERE customer_id = h.id',
      `NOT (x.status IN ('OPEN', 'OVERDUE') AND ${isOfMoveIn('x.id')})`,
    )}
    AND NOT ${hasAny('payment_method WHERE customer_id = h.id', `NOT (x.status = 'ACTIVE' AND ${isOfMoveIn('x.id')})`)}
    AND NOT ${hasAny('payment WHERE customer_id = h.id', 'true')}
    AND NOT ${hasAny('tax_receipt WHERE customer_id = h.id', 'true')}
    AND NOT ${hasAny('port_in WHERE customer_id = h.id', 'true')}
    AND NOT ${hasAny('former_line_holder WHERE holder_id = h.id', 'true')}
    AND NOT ${hasAny(
      'allocation WHERE holder_id = h.id',
      'NOT EXISTS (SELECT FROM line l WHERE l.id = x.line_id AND l.holder_id = h.id)',
    )}`,
).returns<{ readonly id: string }>();

/** Lines of holders that an earlier move-in has adopted. */
const otherLinesStatement = unprepared(
  'find-other-lines-to-take-back',
  { moveInId: 'uuid', ids: 'uuid[]' },
  `WITH ${linesWithUsage('SELECT unnest(:ids)')}
  SELECT l.id
  FROM (SELECT * FROM line WHERE id = ANY(:ids) OFFSET 0) l
  WHERE NOT ${isOfMoveIn('l.holder_id')}
    AND NOT is_under_legal_hold(l.broker_id, l.id)
    AND ${isUntouchedLine('l')}`,
).returns<{ readonly id: string }>();

const linesOfHoldersStatement = unprepared(
  'lock-lines-to-take-back',
  { ids: 'uuid[]' },
  'SELECT id FROM line WHERE holder_id = ANY(:ids) ORDER BY id FOR UPDATE',
).returns<{ readonly id: string }>();

const releaseStatement = unprepared(
  'release-resources-to-take-back',
  { lineIds: 'uuid[]' },
  'DELETE FROM allocation WHERE line_id = ANY(:lineIds) RETURNING resource_id AS id',
).returns<{ readonly id: string }>();

/** Events name what is removed, and stay. */
const announceResourcesStatement = unprepared(
  'announce-resources-taken-back',
  { moveInId: 'uuid', ids: 'uuid[]' },
  `WITH unsealed AS (
    DELETE FROM resource_secret WHERE resource_id = ANY(:ids)
  ), states AS (
    DELETE FROM resource_state WHERE resource_id = ANY(:ids)
  )
  ${insertEvent('resource.removed', {
    job,
    details: `jsonb_strip_nulls(jsonb_build_object('adopted', true, 'moveInId', :moveInId::text,
      'externalCode', external_code, 'imsi', imsi))`,
  })}
  FROM resource
  WHERE id = ANY(:ids)
  ORDER BY id`,
);

const removeResourcesStatement = unprepared(
  'remove-resources-taken-back',
  { ids: 'uuid[]' },
  'DELETE FROM resource WHERE id = ANY(:ids)',
);

const removeLinesStatement = unprepared(
  'remove-lines-taken-back',
  { moveInId: 'uuid', lineIds: 'uuid[]' },
  `WITH removed AS (
    DELETE FROM line WHERE id = ANY(:lineIds) RETURNING id, broker_id, external_code
  )
  ${insertEvent('line.adoption_undone', {
    job,
    details: "jsonb_build_object('adopted', true, 'moveInId', :moveInId::text, 'legacyId', external_code)",
  })}
  FROM removed`,
);

/** What hangs on the lines, then what hangs on the holders: from the leaves up, as the foreign keys want it. */
const ofLines = [
  ['usage_credit', 'account_id IN (SELECT id FROM usage_account WHERE line_id = ANY(:ids))'],
  ['usage_account', 'line_id = ANY(:ids)'],
  ['subscription_line', 'line_id = ANY(:ids)'],
  ['paused_line', 'line_id = ANY(:ids)'],
] as const;

const ofHolders = [
  ['invoice_line', 'invoice_id IN (SELECT id FROM invoice WHERE customer_id = ANY(:ids))'],
  ['invoice', 'customer_id = ANY(:ids)'],
  [
    'subscription_discount',
    `subscription_product_id IN (
      SELECT p.id
      FROM subscription_product p
      JOIN subscription s ON s.id = p.subscription_id
      WHERE s.customer_id = ANY(:ids))`,
  ],
  ['subscription_product', 'subscription_id IN (SELECT id FROM subscription WHERE customer_id = ANY(:ids))'],
  ['subscription_pause', 'subscription_id IN (SELECT id FROM subscription WHERE customer_id = ANY(:ids))'],
  ['subscription', 'customer_id = ANY(:ids)'],
  ['payment_method', 'customer_id = ANY(:ids)'],
] as const;

const removeFrom = ([table, condition]: readonly [table: string, condition: string]) =>
  unprepared(
    `remove-${table.replaceAll('_', '-')}-taken-back`,
    { ids: 'uuid[]' },
    `DELETE FROM ${table}
    WHERE ${condition}`,
  );

const lineStatements = ofLines.map(removeFrom);
const holderStatements = ofHolders.map(removeFrom);

const removeHoldersStatement = unprepared(
  'remove-holders-taken-back',
  { moveInId: 'uuid', ids: 'uuid[]' },
  `WITH removed AS (
    DELETE FROM holder WHERE id = ANY(:ids) RETURNING id, broker_id, external_code
  )
  ${insertEvent('holder.adoption_undone', {
    job,
    details: "jsonb_build_object('adopted', true, 'moveInId', :moveInId::text, 'legacyId', external_code)",
  })}
  FROM removed`,
);

const markStatement = unprepared(
  'mark-rows-taken-back',
  { moveInId: 'uuid', ids: 'uuid[]' },
  `WITH undone AS (
    UPDATE move_in_row
    SET state = 'undone'
    WHERE record_id = ANY(:ids) AND move_in_id = :moveInId
    RETURNING kind, legacy_id
  ), contracts AS (
    UPDATE move_in_row
    SET state = 'undone'
    WHERE move_in_id = :moveInId AND kind IN ('subscriptions', 'paymentMethods') AND state = 'adopted'
      AND parent = ANY(ARRAY(SELECT legacy_id FROM undone WHERE kind = 'holders'))
    RETURNING kind, legacy_id
  )
  UPDATE move_in_row
  SET state = 'undone'
  WHERE move_in_id = :moveInId AND state = 'adopted'
    AND (kind IN ('blocks', 'balances') AND parent = ANY(ARRAY(SELECT legacy_id FROM undone WHERE kind = 'lines'))
      OR kind IN ('products', 'invoices') AND parent = ANY(ARRAY(SELECT legacy_id FROM contracts)))`,
);

/** Numbers and SIMs that were adopted as stock, and that nobody has had since. */
const stockStatement = unprepared(
  'find-stock-to-take-back',
  { ids: 'uuid[]' },
  `SELECT s.resource_id AS id
  FROM resource_state s
  JOIN resource r ON r.id = s.resource_id
  WHERE s.resource_id = ANY(:ids)
    AND NOT is_under_legal_hold(r.broker_id, r.id)
    AND s.status = 'available'
    AND s.group_id IS NULL
    AND NOT EXISTS (SELECT FROM allocation WHERE resource_id = s.resource_id)
  ORDER BY s.resource_id
  FOR UPDATE OF s`,
).returns<{ readonly id: string }>();

const leftStatement = unprepared(
  'is-any-row-adopted',
  { moveInId: 'uuid' },
  `SELECT EXISTS (SELECT FROM move_in_row WHERE move_in_id = :moveInId AND state = 'adopted') AS "isAnyAdopted"`,
).returns<{ readonly isAnyAdopted: boolean }>();

/** Takes the next holders back whole, in one transaction. Those that something has touched stay. */
export function undoBatch(db: Db, moveInId: string): Promise<BatchResult> {
  return db.transaction(async (tx) => {
    await beginErasure(tx);
    const [cursor] = await tx.query(lockStatement, { moveInId });
    if (!cursor) return 'gone';
    const { kind, row } = cursor;
    const found = await tx.query(nextRowsStatement, { moveInId, kind, row, limit: rowsAtOnce });
    const [first] = found;
    if (!first) {
      const [left] = await tx.query(leftStatement, { moveInId });
      await moveMoveIn(tx, moveInId, { from: 'UNDOING', to: left?.isAnyAdopted ? 'ADOPTED' : 'UNDONE' });
      return 'done';
    }
    const rows = found.filter((each) => each.kind === first.kind);
    const ids = rows.map(({ id }) => id);
    if (first.kind === 'holders') await takeHoldersBack(tx, moveInId, ids);
    else if (first.kind === 'lines') await takeOtherLinesBack(tx, moveInId, ids);
    else await takeStockBack(tx, moveInId, ids);
    await tx.query(passStatement, { moveInId, kind: first.kind, row: rows.at(-1)?.row ?? first.row });
    return 'more';
  });
}

type Tx = Pick<Db, 'query'>;

const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id);

async function takeHoldersBack(tx: Tx, moveInId: string, candidates: readonly string[]): Promise<void> {
  const holders = idsOf(await tx.query(untouchedHoldersStatement, { moveInId, ids: candidates }));
  const lines = idsOf(await tx.query(linesOfHoldersStatement, { ids: holders }));
  const resources = await removeLines(tx, moveInId, lines);
  for (const each of holderStatements) await tx.query(each, { ids: holders });
  await tx.query(removeHoldersStatement, { moveInId, ids: holders });
  await tx.query(markStatement, { moveInId, ids: [...holders, ...lines, ...resources] });
}

async function takeOtherLinesBack(tx: Tx, moveInId: string, candidates: readonly string[]): Promise<void> {
  const lines = idsOf(await tx.query(otherLinesStatement, { moveInId, ids: candidates }));
  const resources = await removeLines(tx, moveInId, lines);
  await tx.query(markStatement, { moveInId, ids: [...lines, ...resources] });
}

async function takeStockBack(tx: Tx, moveInId: string, candidates: readonly string[]): Promise<void> {
  const stock = idsOf(await tx.query(stockStatement, { ids: candidates }));
  await removeResources(tx, moveInId, stock);
  await tx.query(markStatement, { moveInId, ids: stock });
}

/** Removes lines with their numbers and SIMs, whose ids it returns. */
async function removeLines(tx: Tx, moveInId: string, lineIds: readonly string[]): Promise<readonly string[]> {
  const resources = idsOf(await tx.query(releaseStatement, { lineIds }));
  await removeResources(tx, moveInId, resources);
  for (const each of lineStatements) await tx.query(each, { ids: lineIds });
  await tx.query(removeLinesStatement, { moveInId, lineIds });
  return resources;
}

async function removeResources(tx: Tx, moveInId: string, ids: readonly string[]): Promise<void> {
  await tx.query(announceResourcesStatement, { moveInId, ids });
  await tx.query(removeResourcesStatement, { ids });
}
