import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { type Snapshot, streamSnapshot } from '@linework/db/snapshot-stream';
import { writeEvent } from '@linework/events/insert-event';
import { findHolder } from '@linework/holders/find-holder';

interface Section {
  readonly title: string;
  /** What leads to the holder, who is $1. The row is `t`. */
  readonly where: string;
  /** What is a secret of somebody else, or of a card. */
  readonly hidden?: readonly string[];
  /** What tells of the other holder of a line, in rows of an order that gave the line to somebody else. */
  readonly ofOther?: { readonly order: string; readonly hidden: readonly string[] };
  readonly orderBy: string;
  /**
   * Whether each day is read by a query of its own, because no index leads to the holder: one on usage would cost every
   * record that is counted. So the first rows come soon, and no query takes longer than a day needs.
   */
  readonly isByDay?: boolean;
}

const lines = 'SELECT line_id FROM line_holder WHERE holder_id = $1';
/** Whether the holder had the line at that time. */
const had = (line: string, at: string) =>
  `EXISTS (SELECT FROM line_holder h WHERE h.holder_id = $1 AND h.line_id = ${line} AND h.period @> ${at})`;
const ofLineThen = (at: string) => `t.line_id IN (${lines}) AND ${had('t.line_id', at)}`;
const subscriptions = 'SELECT id FROM subscription WHERE customer_id = $1';
const invoices = 'SELECT id FROM invoice WHERE customer_id = $1';
const payments = 'SELECT id FROM payment WHERE customer_id = $1';
/** Two reads by key: with an OR of both, PostgreSQL reads all accounts, credits and days of usage. */
const accounts = `SELECT id FROM usage_account WHERE former_holder_id = $1
  UNION ALL
  SELECT a.id
  FROM line l
  JOIN usage_account a ON a.line_id = l.id
  WHERE l.holder_id = $1 AND a.former_holder_id IS NULL`;
const isOrder = (order: string) =>
  `${order}.resource_type = 'line' AND ${order}.resource_id IN (${lines})
    AND ${had(`${order}.resource_id`, `${order}.created_at`)}`;
const orders = `SELECT o.id FROM orders o WHERE ${isOrder('o')}`;
const resources = 'SELECT resource_id FROM allocation WHERE holder_id = $1';

/** The records about a person, each with an event for each of their changes. */
const recordsWith = (ownLines: string) => `SELECT $1::uuid
  UNION ALL ${ownLines}
  UNION ALL ${subscriptions}
  UNION ALL ${invoices}
  UNION ALL ${payments}
  UNION ALL ${orders}
  UNION ALL SELECT id FROM payment_method WHERE customer_id = $1
  UNION ALL SELECT id FROM refund WHERE payment_id IN (${payments})
  UNION ALL SELECT id FROM tax_receipt WHERE customer_id = $1
  UNION ALL SELECT id FROM port_in WHERE customer_id = $1
  UNION ALL SELECT t.id FROM port_out t WHERE ${ofLineThen('t.created_at')}`;

/** All that is kept of a holder, by its table. A test compares it with the columns that lead to a holder. @internal */
export const sectionsOfHolder: Readonly<Record<string, Section>> = {
  holder: { title: 'Holder', where: 't.id = $1', orderBy: 'id' },
  former_holder_detail: { title: 'Names of before', where: 't.holder_id = $1', orderBy: 'held_to' },
  line: { title: 'Lines', where: 't.holder_id = $1', orderBy: 'created_at' },
  former_line_holder: { title: 'Lines of before', where: 't.holder_id = $1', orderBy: 'held_to' },
  allocation: { title: 'Numbers and SIMs held', where: 't.holder_id = $1', orderBy: 'held_from' },
  resource: { title: 'Numbers and SIMs', where: `t.id IN (${resources})`, orderBy: 'id' },
  subscription: { title: 'Subscriptions', where: 't.customer_id = $1', orderBy: 'created_at' },
  subscription_product: {
    title: 'Products of subscriptions',
    where: `t.subscription_id IN (${subscriptions})`,
    orderBy: 'added_at',
  },
  subscription_discount: {
    title: 'Discounts of subscriptions',
    where: `t.subscription_product_id IN (
      SELECT id FROM subscription_product WHERE subscription_id IN (${subscriptions}))`,
    orderBy: 'redeemed_at',
  },
  subscription_charge: {
    title: 'Charges of subscriptions',
    where: `t.subscription_id IN (${subscriptions})`,
    orderBy: 'created_at',
  },
  subscription_pause: {
    title: 'Pauses of subscriptions',
    where: `t.subscription_id IN (${subscriptions})`,
    orderBy: 'paused_at',
  },
  subscription_line: {
    title: 'Lines in subscriptions',
    where: `t.subscription_id IN (${subscriptions})`,
    orderBy: 'joined_at',
  },
  invoice: { title: 'Invoices', where: 't.customer_id = $1', orderBy: 'created_at' },
  invoice_line: {
    title: 'Lines of invoices',
    where: `t.invoice_id IN (${invoices})`,
    orderBy: 'invoice_id, position',
  },
  payment_method: {
    title: 'Payment methods',
    where: 't.customer_id = $1',
    hidden: ['token'],
    orderBy: 'created_at',
  },
  payment: { title: 'Payments', where: 't.customer_id = $1', orderBy: 'created_at' },
  refund: { title: 'Refunds', where: `t.payment_id IN (${payments})`, orderBy: 'created_at' },
  tax_receipt: {
    title: 'Tax receipts',
    where: 't.customer_id = $1',
    hidden: ['idempotency_token'],
    orderBy: 'created_at',
  },
  port_in: { title: 'Numbers ported in', where: 't.customer_id = $1', orderBy: 'created_at' },
  port_out: { title: 'Numbers ported out', where: ofLineThen('t.created_at'), orderBy: 'created_at' },
  drift: { title: 'Differences from the network', where: ofLineThen('t.created_at'), orderBy: 'created_at' },
  usage_account: { title: 'Accounts of usage', where: `t.id IN (${accounts})`, orderBy: 'created_at' },
  usage_credit: { title: 'Allowances', where: `t.account_id IN (${accounts})`, orderBy: 'starts_at' },
  usage_day: { title: 'Usage by day', where: `t.account_id IN (${accounts})`, orderBy: 'day' },
  usage_record: {
    title: 'Usage',
    where: `t.broker_id = (SELECT broker_id FROM holder WHERE id = $1) AND ${ofLineThen('t.used_at')}`,
    isByDay: true,
    orderBy: 'used_at',
  },
  orders: {
    title: 'Orders',
    where: isOrder('t'),
    hidden: ['idempotency_token'],
    ofOther: { order: 't.id', hidden: ['input', 'metadata', 'cancellation_reason'] },
    orderBy: 'created_at',
  },
  order_step: {
    title: 'Steps of orders',
    where: `t.order_id IN (${orders})`,
    hidden: ['idempotency_token'],
    ofOther: { order: 't.order_id', hidden: ['error'] },
    orderBy: 'order_id, position',
  },
  order_attempt: {
    title: 'Failed attempts',
    where: `t.order_id IN (${orders})`,
    hidden: ['system_text'],
    ofOther: { order: 't.order_id', hidden: ['error'] },
    orderBy: 'order_id, position',
  },
  order_failure: { title: 'Failures of orders', where: `t.order_id IN (${orders})`, orderBy: 'order_id' },
  event: {
    title: 'What happened',
    where: `t.resource_id IN (${recordsWith(lines)})
      AND (t.resource_type <> 'line' OR ${had('t.resource_id', 't.at')})`,
    ofOther: { order: 'coalesce(t.order_id, t.resource_id)', hidden: ['details'] },
    orderBy: 'seq',
  },
  move_in_row: {
    title: 'Rows of files from another system',
    // A line was adopted for its first holder.
    where: `t.record_id IN (${recordsWith(`${lines} AND lower_inf(period)`)})`,
    // As the files came, with tokens.
    hidden: ['source', 'data'],
    orderBy: 'kind, row',
  },
};

/** Tables with a column that leads to a holder, and why they are in no export of a person. @internal */
export const notOfHolder: Readonly<Record<string, string>> = {
  bulk_item: 'It names an order, which is in the export.',
  held_record: 'It is kept for a court alone.',
  line_check: 'It is work that is to be done.',
  legal_hold: 'Who is held is not told by whom and why.',
  move_in_secret: 'It has the keys of a SIM, which belong to the operator.',
  paused_line: 'It is work that is to be done for a pause, which is in the export.',
  resource_secret: 'It has the keys of a SIM, which belong to the operator.',
  resource_state: 'It has the state of a number or a SIM, whose history is in the export.',
  subscription_line_ended: 'It is work that is to be done.',
  subscriber_check: 'It is work that is to be done for a number that no line has.',
  unanswered_call: 'It is work of an operator about a record, which is in the export.',
  webhook_delivery: 'It tells a receiver of an event, which is in the export.',
  webhook_endpoint: 'It is the address of a receiver.',
};

export type HolderExportFormat = 'application/json' | 'text/plain';

/**
 * Says who asks, and returns all that is kept of a holder as one moment has it (LGPD, articles 18 and 19): as JSON, or
 * as text that a person reads. Raises not-found, also for the holder of another broker.
 */
export async function exportHolder(
  db: Db,
  { caller, holderId, format }: { caller: Caller; holderId: string; format: HolderExportFormat },
): Promise<AsyncIterable<string>> {
  const { brokerId } = await findHolder(db, { caller, holderId });
  const write = format === 'application/json' ? writeJson : writeText;
  return streamSnapshot(db, async (snapshot, send) => {
    await db.transaction((tx) =>
      writeEvent(tx, { type: 'holder.exported', id: holderId, brokerId, keyId: caller.keyId }),
    );
    await write(snapshot, holderId, send);
  });
}

type Send = (text: string) => Promise<void>;

/** The bounds of the days that are read alone, in their order. */
const daysOfUsage = `SELECT coalesce(lag(until) OVER (ORDER BY until), '-infinity')::text AS "from", until::text
  FROM (SELECT until FROM usage_partitions() UNION SELECT 'infinity') days
  ORDER BY until`;

/** The statement that reads the rows of a table: the holder is $1, and $2 and $3 are the bounds of a day. @internal */
export function buildSectionText(table: string): string {
  const { where, hidden = [], ofOther, orderBy, isByDay } = sectionsOfHolder[table] as Section;
  const inOrderToOther = ofOther
    ? ` - CASE
        WHEN EXISTS (SELECT FROM orders o WHERE o.id = ${ofOther.order} AND o.type = 'LINE_HOLDER_CHANGE')
        THEN '{${ofOther.hidden.join(',')}}'::text[] ELSE '{}' END`
    : '';
  const row = `jsonb_strip_nulls(to_jsonb(t)${hidden.map((column) => ` - '${column}'`).join('')}${inOrderToOther})`;
  const ofDay = isByDay ? ' AND t.day >= $2::date AND t.day < $3::date' : '';
  return `SELECT ${row} AS row FROM ${table} t WHERE ${where}${ofDay} ORDER BY ${orderBy}`;
}

async function* rowsOf(snapshot: Snapshot, table: string, holderId: string) {
  const text = buildSectionText(table);
  const days = sectionsOfHolder[table]?.isByDay
    ? await snapshot.query<{ from: string; until: string }>(daysOfUsage)
    : undefined;
  for (const values of days?.map(({ from, until }) => [holderId, from, until]) ?? [[holderId]])
    yield* snapshot.pages<{ row: Readonly<Record<string, unknown>> }>(text, values);
}

async function writeJson(snapshot: Snapshot, holderId: string, send: Send): Promise<void> {
  const [moment] = await snapshot.query<{ now: Date }>('SELECT now()');
  await send(`{\n"customerId": "${holderId}",\n"exportedAt": "${moment?.now.toISOString()}",\n"sections": [`);
  let isFirst = true;
  for (const [table, { title }] of Object.entries(sectionsOfHolder)) {
    let rows = '';
    for await (const page of rowsOf(snapshot, table, holderId)) {
      if (rows === '') {
        await send(`${isFirst ? '' : ','}\n{"name": "${table}", "title": "${title}", "records": [\n`);
        isFirst = false;
      }
      rows = `${rows === '' ? '' : ',\n'}${page.map(({ row }) => JSON.stringify(row)).join(',\n')}`;
      await send(rows);
    }
    if (rows !== '') await send('\n]}');
  }
  await send(`\n],\n"notIncluded": ${JSON.stringify(notOfHolder)}\n}\n`);
}

async function writeText(snapshot: Snapshot, holderId: string, send: Send): Promise<void> {
  const [moment] = await snapshot.query<{ now: Date }>('SELECT now()');
  await send(`All that is kept of the holder ${holderId}\nAs of ${moment?.now.toISOString()}\n`);
  for (const [table, { title }] of Object.entries(sectionsOfHolder)) {
    let number = 0;
    for await (const page of rowsOf(snapshot, table, holderId)) {
      if (number === 0) await send(`\n${title}\n${'='.repeat(title.length)}\n`);
      const records = page.map(({ row }, at) => `\n${number + at + 1}.\n${describe(row)}`);
      number += page.length;
      await send(records.join(''));
    }
  }
  const reasons = Object.entries(notOfHolder).map(([table, reason]) => `  ${toWords(table)}: ${reason}\n`);
  await send(`\nNot included\n============\n\n${reasons.join('')}`);
}

const describe = (row: Readonly<Record<string, unknown>>): string =>
  Object.entries(row)
    .map(([name, value]) => `  ${toWords(name)}: ${typeof value === 'object' ? JSON.stringify(value) : value}\n`)
    .join('');

const toWords = (name: string): string => name.replaceAll('_', ' ');
