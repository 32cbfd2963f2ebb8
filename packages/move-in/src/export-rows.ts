import { dayInSql } from '@linework/billing/day-in-sql';
import { msisdnTypeId, simTypeId } from '@linework/schemas/inventory/resource-type';
import type { MoveInKind } from '@linework/schemas/move-ins/move-in';

/** The broker's rows of a table are `x.broker_id = $1`. The id here is the legacy id there. */
const legacyId = (row: string) => `coalesce(${row}.external_code, ${row}.id::text)`;

/** A move-in adopts holders that are known by their names, */
const holders = 'h.anonymised_at IS NULL AND h.federal_tax_id IS NOT NULL';

/**
 * subscriptions in the cycle of their offer, with all their products, and with nothing that is to happen to them. The
 * days of a pause that is over may be in the running cycle, and no file has them;
 */
const subscriptions = `(s.status = 'ACTIVE' AND s.last_paused_at IS NULL
      OR s.status = 'PAUSED' AND s.last_resumed_at IS NULL AND NOT EXISTS (
        SELECT
        FROM line x
        WHERE x.subscription_id = s.id AND x.status NOT IN ('BLOCKED', 'STAND_BY', 'TERMINATED')))
    AND s.frequency <> 'CUSTOM'
    AND s.activated_at IS NOT NULL
    AND s.next_billing_date IS NOT NULL
    AND coalesce(s.trial_ends_at <= now(), true)
    AND s.scheduled_pause_at IS NULL
    AND s.scheduled_cancel_at IS NULL
    AND s.end_date IS NULL
    AND EXISTS (SELECT FROM holder h WHERE h.id = s.customer_id AND ${holders})
    AND EXISTS (SELECT FROM subscription_product p WHERE p.subscription_id = s.id AND p.removed_at IS NULL)
    AND NOT EXISTS (
      SELECT
      FROM subscription_product p
      WHERE p.subscription_id = s.id AND p.removed_at IS NULL
        AND (p.until_cycle IS NOT NULL OR p.offer_version_id <> s.offer_version_id))`;

/** lines that are in service with all that belongs to them, */
const onLine = (type: string) => `(
      SELECT r.external_code
      FROM resource_state s
      JOIN resource r ON r.id = s.resource_id
      WHERE s.line_id = l.id AND r.type_id = '${type}' AND r.retired_at IS NULL
      LIMIT 1)`;
const lines = `l.status IN ('ACTIVE', 'BLOCKED', 'STAND_BY')
    AND EXISTS (SELECT FROM holder h WHERE h.id = l.holder_id AND ${holders})
    AND ${onLine(msisdnTypeId)} IS NOT NULL
    AND ${onLine(simTypeId)} IS NOT NULL
    AND (l.subscription_id IS NULL
      OR EXISTS (SELECT FROM subscription s WHERE s.id = l.subscription_id AND ${subscriptions}))`;

/** numbers and SIMs of such lines, or that anybody may have, */
const resources = `(s.status = 'available'
      OR EXISTS (SELECT FROM line l WHERE l.id = s.line_id AND ${lines}))
    AND r.retired_at IS NULL`;

/** and what is still to be paid of them. */
const invoices = "i.status IN ('OPEN', 'OVERDUE') AND i.due_date IS NOT NULL";

/** A column that says nothing is not written. */
const row = (columns: string) => `nullif(jsonb_strip_nulls(jsonb_build_object(${columns})), '{}') AS row`;
const metadata = (of: string) => `'metadata', nullif(${of}.metadata, '{}')`;
const time = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Of a blocked line of a paused subscription: whether the resume unblocks it. */
const blockedByPause = `(
      SELECT EXISTS (
        SELECT
        FROM paused_line n
        LEFT JOIN line_block b ON b.order_id = n.block_order_id
        LEFT JOIN adopted_line_block a ON a.subscription_id = n.subscription_id AND a.line_id = n.line_id
        WHERE n.subscription_id = s.id AND n.line_id = l.id AND (b.keeps_blocked OR a.keeps_blocked))
      FROM subscription s
      WHERE s.id = l.subscription_id AND s.status = 'PAUSED' AND l.status = 'BLOCKED')::text`;

const resourceRows = (type: string, columns: string) => `
  SELECT ${row(`'legacyId', r.external_code, ${columns}, 'pool', p.name, 'location', r.location, ${metadata('r')}`)}
  FROM resource r
  JOIN resource_state s ON s.resource_id = r.id
  JOIN pool p ON p.id = r.pool_id
  WHERE r.broker_id = $1
    AND r.type_id = '${type}'
    AND ${resources}`;

/** The rows of each file of a move-in, with the broker as $1. What a row refers to is in the file of its kind. */
export const rowsOfKind: Readonly<Record<MoveInKind, string>> = {
  holders: `
  SELECT ${row(`'legacyId', ${legacyId('h')}, 'name', h.name, 'federalTaxId', h.federal_tax_id, 'email', h.email,
    'phone', h.phone, 'address', h.address, ${metadata('h')}`)}
  FROM holder h
  WHERE h.broker_id = $1
    AND ${holders}`,
  // Its token is a secret: it is in the file of secrets.
  paymentMethods: `
  SELECT ${row(`'legacyId', m.id, 'holderId', ${legacyId('h')}, 'type', m.type, 'brand', m.brand,
    'lastFour', m.last_four, 'expiresOn', m.expires_on, 'isDefault', m.is_default::text,
    'activatedAt', ${time('m.activated_at')}, ${metadata('m')}`)}
  FROM payment_method m
  JOIN holder h ON h.id = m.customer_id
  WHERE m.broker_id = $1
    AND m.status = 'ACTIVE'
    AND ${holders}`,
  numbers: resourceRows(msisdnTypeId, "'msisdn', r.external_code"),
  sims: resourceRows(simTypeId, "'iccid', r.external_code, 'imsi', r.imsi"),
  subscriptions: `
  SELECT ${row(`'legacyId', ${legacyId('s')}, 'holderId', ${legacyId('h')}, 'offerVersionId', s.offer_version_id,
    'activatedAt', ${time('s.activated_at')}, 'billingType', s.billing_type, 'frequency', s.frequency,
    'billingDay', s.billing_day::text, 'nextBillingDate', s.next_billing_date, 'changesBehavior', s.changes_behavior,
    'status', nullif(s.status, 'ACTIVE'),
    'pausedAt', CASE WHEN s.status = 'PAUSED' THEN ${time('s.last_paused_at')} END, ${metadata('s')}`)}
  FROM subscription s
  JOIN holder h ON h.id = s.customer_id
  WHERE s.broker_id = $1
    AND ${subscriptions}`,
  products: `
  SELECT ${row(`'legacyId', p.id, 'subscriptionId', ${legacyId('s')}, 'productId', p.product_id,
    'addedAt', ${time('p.added_at')}`)}
  FROM subscription_product p
  JOIN subscription s ON s.id = p.subscription_id
  WHERE p.broker_id = $1
    AND p.removed_at IS NULL
    AND ${subscriptions}`,
  lines: `
  SELECT ${row(`'legacyId', ${legacyId('l')}, 'holderId', ${legacyId('h')}, 'numberId', ${onLine(msisdnTypeId)},
    'simId', ${onLine(simTypeId)}, 'status', l.status, 'activatedAt', ${time('l.activated_at')},
    'subscriptionId', (SELECT ${legacyId('s')} FROM subscription s WHERE s.id = l.subscription_id),
    'blockedByPause', ${blockedByPause},
    'metadata', nullif(l.metadata - 'block', '{}')`)}
  FROM line l
  JOIN holder h ON h.id = l.holder_id
  WHERE l.broker_id = $1
    AND ${lines}`,
  blocks: `
  SELECT ${row(`'legacyId', coalesce(l.metadata #>> '{block,legacyId}', 'B-' || l.id), 'lineId', ${legacyId('l')},
    'reason', l.metadata #>> '{block,reason}', 'since', l.metadata #>> '{block,since}'`)}
  FROM line l
  WHERE l.broker_id = $1
    AND l.status = 'BLOCKED'
    AND l.metadata #>> '{block,since}' IS NOT NULL
    AND ${lines}`,
  balances: `
  SELECT ${row(`'legacyId', c.id, 'lineId', ${legacyId('l')}, 'productId', a.product_id,
    'componentId', c.component_id, 'used', c.used::text`)}
  FROM usage_credit c
  JOIN usage_account a ON a.id = c.account_id
  JOIN line l ON l.id = a.line_id
  JOIN subscription s ON s.id = l.subscription_id
  WHERE a.broker_id = $1
    AND c.kind = 'RECURRING'
    AND c.subscription_id = s.id
    AND c.cycle = s.cycle
    AND c.used > 0
    AND (s.status = 'ACTIVE' OR s.cycle_until > ${dayInSql('now()')})
    AND ${lines}
    AND ${subscriptions}`,
  invoices: `
  SELECT ${row(`'legacyId', coalesce(i.metadata ->> 'legacyId', i.id::text), 'subscriptionId', ${legacyId('s')},
    'periodFrom', i.period_from, 'dueDate', i.due_date, 'amount', i.total_amount::text`)}
  FROM invoice i
  JOIN subscription s ON s.id = i.subscription_id
  WHERE i.broker_id = $1
    AND ${invoices}
    AND ${subscriptions}`,
};

/** What stands only in the archive, because a move-in adopts what is in service and nothing that is half done. */
const leftOut: readonly (readonly [kind: MoveInKind, reason: string, sql: string])[] = [
  [
    'holders',
    'The holder is anonymised, or has no tax id.',
    `SELECT FROM holder h WHERE h.broker_id = $1 AND NOT (${holders})`,
  ],
  [
    'lines',
    'The line is not in service, is being changed, or its number, SIM or subscription is left out.',
    `SELECT FROM line l WHERE l.broker_id = $1 AND NOT (${lines})`,
  ],
  ...(['numbers', 'sims'] as const).map(
    (kind) =>
      [
        kind,
        'It is reserved, in quarantine, kept by its holder or retired.',
        `SELECT
    FROM resource r
    JOIN resource_state s ON s.resource_id = r.id
    WHERE r.broker_id = $1 AND r.type_id = '${kind === 'sims' ? simTypeId : msisdnTypeId}' AND NOT (${resources})`,
      ] as const,
  ),
  [
    'subscriptions',
    'The subscription has ended, was paused before, is about to change, or has products of another offer.',
    `SELECT FROM subscription s WHERE s.broker_id = $1 AND NOT (${subscriptions})`,
  ],
  [
    'invoices',
    'The invoice is settled, or is of a subscription that is left out.',
    `SELECT
    FROM invoice i
    JOIN subscription s ON s.id = i.subscription_id
    WHERE i.broker_id = $1 AND NOT (${invoices} AND ${subscriptions})`,
  ],
  [
    'paymentMethods',
    'The payment method is not active.',
    "SELECT FROM payment_method m WHERE m.broker_id = $1 AND m.status <> 'ACTIVE'",
  ],
];

interface LeftOut {
  readonly kind: MoveInKind;
  readonly rows: number;
  readonly reason: string;
}

/** Counts what no file of a move-in has. */
export async function findLeftOut(
  run: (sql: string) => Promise<readonly { readonly rows: number }[]>,
): Promise<readonly LeftOut[]> {
  const found: LeftOut[] = [];
  for (const [kind, reason, sql] of leftOut) {
    const [counted] = await run(`SELECT count(*)::int AS rows FROM (${sql}) x`);
    if (counted && counted.rows > 0) found.push({ kind, rows: counted.rows, reason });
  }
  return found;
}
