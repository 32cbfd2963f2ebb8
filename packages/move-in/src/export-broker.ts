import { createHash, type Hash } from 'node:crypto';
import type { Caller } from '@linework/auth/caller';
import { predicateOf, readTables, type Table } from '@linework/db/broker-predicates';
import type { Db } from '@linework/db/db';
import { type Snapshot, streamSnapshot } from '@linework/db/snapshot-stream';
import { statement } from '@linework/db/statement';
import { writeEvent } from '@linework/events/insert-event';
import { notFound } from '@linework/problem-details/make-problem';
import { findLeftOut, rowsOfKind } from './export-rows.ts';

/**
 * Tables that are in no export, and why. Every other table is: its rows stand in a file of their own, as they are
 * stored, and what a move-in adopts stands in the files of its kinds as well. @internal
 */
export const tablesNotExported: Readonly<Record<string, string>> = {
  bulk_rate_limit: 'It belongs to the installation.',
  bulk_selection: 'It is what a person has marked in the console for a moment.',
  cell_split: 'It belongs to the installation.',
  event_range: 'It belongs to the installation.',
  event_sequencer: 'It belongs to the installation.',
  held_record: 'It is kept for a court, and shown to those who hold it.',
  idempotency_record: 'It has answers of some hours for requests that are repeated.',
  incident: 'It belongs to the operator.',
  legal_hold: 'A hold binds this installation, which keeps what is held.',
  line_check: 'It says when this installation looks at a line again.',
  line_count_day: 'It says when the installation was counted.',
  move_in_secret: 'Secrets are written for a key of the receiver alone.',
  openid_sign_in: 'It has the secrets of sign-ins that are under way.',
  operator_network: 'It has addresses of people.',
  operator_session: 'It has the secrets of sessions.',
  pause: 'It belongs to the operator.',
  reconciliation: 'It belongs to the installation.',
  registered_range: 'It belongs to the registry of all cells; the ranges of the broker are in number_range.',
  resource_secret: 'Secrets are written for a key of the receiver alone.',
  resource_type: 'It is the same in every installation.',
  saved_view: 'It belongs to a person.',
  secret_data_key: 'Secrets are written for a key of the receiver alone.',
  sign_in_attempt: 'It belongs to the installation.',
  subscriber_check: 'It says when this installation looks at a subscriber again.',
  tax_rate: 'Rates are the same for all brokers.',
  webhook_cursor: 'It belongs to the installation.',
  webhook_lag: 'It is a position in the feed of this installation.',
  webhook_secret: 'Secrets are written for a key of the receiver alone.',
  worker: 'It belongs to the installation.',
};

/**
 * Tables of the archive. A test compares both lists with the database, so that a new table is in one of them.
 * @internal
 */
export const archivedTables = [
  'allocation',
  'api_key',
  'broker',
  'bulk_item',
  'bulk_operation',
  'drift',
  'event',
  'former_holder_detail',
  'former_line_holder',
  'holder',
  'invoice',
  'invoice_line',
  'line',
  'line_count',
  'move_in',
  'move_in_decision',
  'move_in_file',
  'move_in_finding',
  'move_in_row',
  'number_range',
  'offer',
  'offer_version',
  'operator',
  'operator_role',
  'order_attempt',
  'order_failure',
  'order_step',
  'orders',
  'paused_line',
  'payment',
  'payment_method',
  'pool',
  'pool_count',
  'port_in',
  'port_out',
  'refund',
  'released_number',
  'reservation',
  'resource',
  'resource_import',
  'resource_state',
  'serial_number',
  'subscription',
  'subscription_charge',
  'subscription_discount',
  'subscription_line',
  'subscription_line_ended',
  'subscription_pause',
  'subscription_product',
  'supplier',
  'tax_receipt',
  'unanswered_call',
  'usage_account',
  'usage_credit',
  'usage_day',
  'usage_record',
  'webhook_attempt',
  'webhook_delivery',
  'webhook_endpoint',
] as const;

/** Columns with secrets, or with what secrets could be guessed from. */
const hiddenColumns: Readonly<Record<string, readonly string[]>> = {
  api_key: ['fingerprint'],
  // As the files came, with tokens.
  move_in_row: ['source', 'data'],
  operator: ['password_hash', 'openid_subject'],
  payment_method: ['token'],
  // What only operators read.
  order_attempt: ['system_text'],
  order_step: ['idempotency_token'],
  orders: ['idempotency_token'],
  tax_receipt: ['idempotency_token'],
};

interface ExportedFile {
  readonly file: string;
  readonly rows: number;
  /** Of the rows as they stand in the stream, each with a line end. */
  readonly sha256: string;
}

const findStatement = statement(
  'find-broker-to-export',
  { brokerId: 'uuid' },
  'SELECT id, name FROM broker WHERE id = :brokerId',
);

interface BrokerToExport {
  readonly caller: Caller;
  readonly brokerId: string;
}

/** Raises not-found, also for another broker. */
async function assertBrokerOf(db: Db, { caller, brokerId }: BrokerToExport): Promise<void> {
  const [broker] =
    caller.brokerId === null || caller.brokerId === brokerId ? await db.query(findStatement, { brokerId }) : [];
  if (!broker) throw notFound(`There is no broker ${brokerId}.`);
}

/**
 * Everything of a broker as one moment has it, in lines of JSON: `{"file": …, "row": …}` for each row, and
 * `{"manifest": …}` at the end. A stream without a manifest broke off. Rows are read through a cursor and written as
 * the client takes them, so the memory does not grow with them. An event says who exports what, before anything is
 * read. Raises not-found, also for another broker.
 */
export async function exportBroker(db: Db, target: BrokerToExport): Promise<AsyncIterable<string>> {
  const { caller, brokerId } = target;
  await assertBrokerOf(db, target);
  return streamSnapshot(db, async (snapshot, send) => {
    await db.transaction((tx) =>
      writeEvent(tx, { type: 'broker.exported', id: brokerId, brokerId, keyId: caller.keyId }),
    );
    await writeBroker(snapshot, brokerId, send);
  });
}

type Send = (text: string) => Promise<void>;

async function writeBroker(snapshot: Snapshot, brokerId: string, send: Send): Promise<void> {
  const files: ExportedFile[] = [];
  for (const [kind, sql] of Object.entries(rowsOfKind))
    files.push(await writeFile(snapshot, { file: kind, sql, brokerId, send }));
  for (const table of await readTables((sql) => snapshot.query<Table>(sql)))
    if (isArchived(table))
      files.push(await writeFile(snapshot, { file: `archive/${table.name}`, sql: archiveSql(table), brokerId, send }));
  const [broker] = await snapshot.query<{ name: string; now: Date }>('SELECT name, now() FROM broker WHERE id = $1', [
    brokerId,
  ]);
  const manifest = {
    format: 1,
    brokerId,
    name: broker?.name,
    exportedAt: broker?.now.toISOString(),
    files,
    leftOut: await findLeftOut((sql) => snapshot.query(sql, [brokerId])),
    notExported: tablesNotExported,
  };
  await send(`${JSON.stringify({ manifest })}\n`);
}

const isArchived = ({ name }: Table) => (archivedTables as readonly string[]).includes(name);

/** Rows that a broker may read. A split also takes those of operators about the broker's events. */
const ownRows: Readonly<Record<string, string>> = {
  event: "t.broker_id = $1 AND t.resource_type <> 'legal-hold'",
  webhook_delivery: 't.broker_id = $1',
  webhook_attempt: 'EXISTS (SELECT FROM webhook_delivery d WHERE d.id = t.delivery_id AND d.broker_id = $1)',
};

function archiveSql(table: Table): string {
  const hidden = (hiddenColumns[table.name] ?? []).map((column) => ` - '${column}'`).join('');
  // The predicates are written for a list of brokers.
  const predicate = ownRows[table.name] ?? predicateOf(table, 'stays')?.replaceAll('ANY($1)', 'ANY(ARRAY[$1::uuid])');
  return `SELECT to_jsonb(t)${hidden} AS row FROM ${table.name} t WHERE ${predicate}`;
}

interface FileToWrite {
  readonly file: string;
  /** A query for `row`, a value of jsonb, with the broker as $1. */
  readonly sql: string;
  readonly brokerId: string;
  readonly send: Send;
}

async function writeFile(snapshot: Snapshot, { file, sql, brokerId, send }: FileToWrite): Promise<ExportedFile> {
  const hash = createHash('sha256');
  let rows = 0;
  const pages = snapshot.pages<{ row: string }>(`SELECT row::text AS row FROM (${sql}) r`, [brokerId]);
  for await (const page of pages) {
    rows += page.length;
    await send(page.map(({ row }) => toLine(file, row, hash)).join(''));
  }
  return { file, rows, sha256: hash.digest('hex') };
}

/** The row stands in the line as PostgreSQL has printed it, so that its digest is that of the file. */
function toLine(file: string, row: string, hash: Hash): string {
  hash.update(`${row}\n`);
  return `{"file":"${file}","row":${row}}\n`;
}
