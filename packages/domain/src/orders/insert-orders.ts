import { naturalBatch } from '@linework/batching/natural-batch';
import { acrossBrokers } from '@linework/db/broker-wall';
import { isConnectionLost } from '@linework/db/database-away';
import type { Db } from '@linework/db/db';
import { isRefusedStatement } from '@linework/db/errors';
import { givenValues, type HowMany, howMany, places, selectGiven } from '@linework/db/given-rows';
import { queryThroughPrisma } from '@linework/db/query-through-prisma';
import { statement } from '@linework/db/statement';
import type { JobName } from '@linework/schemas/jobs';
import type { LineStatus } from '@linework/schemas/lines/line.lifecycle';
import type { LineRecord } from '../lines/show-line.ts';

/** An order to be written, as the statements take it. */
export interface Insertion {
  readonly orderId: string;
  readonly type: string;
  readonly typeVersion: number;
  readonly lineId: string;
  /** The broker that the line has to be of; null for an operator, who may order on any. */
  readonly brokerId: string | null;
  /** The statuses in which the line may be. */
  readonly sources: readonly LineStatus[];
  /** The line's status from now on; null where it stays. */
  readonly meanwhile: LineStatus | null;
  /** The event of the line's move. */
  readonly arrival: string | null;
  readonly correlationId: string;
  /** Null where no key asked for it. */
  readonly keyId: string | null;
  /** The job that places it; null where a key asked for it. */
  readonly job: JobName | null;
  readonly input: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Nobody takes it before this time, ISO 8601; null for now. */
  readonly notBefore: string | null;
  /** The same for every order of a type and version. */
  readonly steps: readonly { readonly position: number; readonly code: string; readonly action: string; readonly attempts: number }[];
}

/** The line as it is now, and whether the order waits for its time: by the database's clock. */
export type Inserted = LineRecord & { readonly waits: boolean };

const columns = {
  entry: 'int',
  orderId: 'uuid',
  type: 'text',
  typeVersion: 'int',
  lineId: 'uuid',
  brokerId: 'uuid',
  sources: 'text[]',
  meanwhile: 'text',
  arrival: 'text',
  correlationId: 'text',
  keyId: 'uuid',
  job: 'text',
  input: 'jsonb',
  metadata: 'jsonb',
  notBefore: 'timestamptz(3)',
} satisfies Record<'entry' | keyof Omit<Insertion, 'steps'>, string>;

const wanted = {
  one: (place: () => string) => `NOT MATERIALIZED (${selectGiven(columns, 'one', place)})`,
  many: (place: () => string) => `(SELECT DISTINCT ON ("lineId") * FROM (${selectGiven(columns, 'many', place)}) AS w ORDER BY "lineId", entry)`,
};

/**
 * What becomes of a line that older orders have left in debt. Those are locked before the line: the same order that every other
 * statement takes.
 */
interface OfDebts {
  readonly atHand: string;
  /** Of the line `l`. */
  readonly condition: string;
  readonly superseded: string;
  readonly events: string;
}

const inDebt = `o.status IN ('FAILED', 'ROLLBACK_FAILED', 'CANCEL_FAILED') AND o.superseded_by IS NULL`;

const supersedeDebts: OfDebts = {
  atHand: `debts AS (
    SELECT o.id, o.resource_id FROM orders o JOIN wanted w ON w."lineId" = o.resource_id
    WHERE o.resource_id = ANY(ARRAY(SELECT "lineId" FROM wanted)) AND (w."brokerId" IS NULL OR o.broker_id = w."brokerId") AND ${inDebt}
    ORDER BY o.id FOR UPDATE OF o
  ),`,
  condition: '(SELECT count(*) FROM debts) >= 0',
  superseded: `superseded AS (
    UPDATE orders o SET superseded_by = t."orderId", updated_at = now()
    FROM debts d JOIN target t ON t."lineId" = d.resource_id WHERE o.id = d.id
    RETURNING o.id, t.entry
  ),`,
  events: `UNION ALL SELECT t.broker_id, 'order.superseded', 'order', s.id, NULL, NULL, t."orderId", t."keyId", t.job FROM superseded s JOIN target t USING (entry)`,
};

/** Few lines have any, and what supersedes them takes a twentieth of the statement, also where there are none. */
const passDebtsBy: OfDebts = {
  atHand: '',
  condition: `l.id <> ALL(ARRAY(SELECT o.resource_id FROM orders o WHERE o.resource_id = ANY(ARRAY(SELECT "lineId" FROM wanted)) AND ${inDebt}))`,
  superseded: '',
  events: '',
};

interface Kind {
  readonly orders: HowMany;
  readonly lockedLines: '' | 'SKIP LOCKED';
  readonly debts: OfDebts;
}

/**
 * Orders are written by one statement: the line moves if its status allows, the order and its steps are there, debts of older
 * orders are superseded, and events say so; or nothing happens, and no row comes back. Rows are locked in the order of their
 * ids. The line of an order that waits for its time stays as it is until then. `ANY(ARRAY(SELECT ...))` looks the rows up by
 * key; joined plainly, the planner takes the JSON for a hundred rows and reads whole tables.
 */
const insertText = ({ orders, lockedLines, debts }: Kind, moved: string) => {
  const place = places();
  return `WITH wanted AS ${wanted[orders](place)}, ${debts.atHand} target AS (
    SELECT w.*, coalesce(w."notBefore" > now(), false) AS waits, l.broker_id, l.status, l.external_code, l AS line FROM line l JOIN wanted w ON w."lineId" = l.id
    WHERE l.id = ANY(ARRAY(SELECT "lineId" FROM wanted)) AND (w."brokerId" IS NULL OR l.broker_id = w."brokerId") AND l.status = ANY(w.sources)
      AND l.id <> ALL(ARRAY(SELECT o.line_id FROM orders o WHERE o.at_work AND o.line_id = ANY(ARRAY(SELECT "lineId" FROM wanted))))
      AND ${debts.condition}
    ORDER BY l.id FOR UPDATE OF l ${lockedLines}
  ), moved AS (
    ${moved}
  ), placed AS (
    INSERT INTO orders (id, broker_id, type, type_version, status, resource_type, resource_id, external_code, correlation_id, input, metadata, key_id, job, came_from,
      due_at, not_before)
    SELECT t."orderId", t.broker_id, t.type, t."typeVersion", 'PENDING', 'line', t."lineId", coalesce(t.external_code, ''), t."correlationId", t.input, t.metadata, t."keyId", t.job,
      t.status, CASE WHEN t.waits THEN t."notBefore" ELSE now() + interval '5 s' END, CASE WHEN t.waits THEN t."notBefore" END FROM target t
  ), stepped AS (
    INSERT INTO order_step (order_id, position, code, action_code, status, attempt_limit, undo_attempt_limit)
    SELECT t."orderId", s.position, s.code, s.action, 'PENDING', s.attempts, s.attempts
    FROM json_to_recordset(${place()}::json) AS s(type text, "typeVersion" int, position int, code text, action text, attempts int)
      JOIN target t USING (type, "typeVersion")
  ), ${debts.superseded} events AS (
    INSERT INTO event (broker_id, type, resource_type, resource_id, from_status, to_status, order_id, key_id, job)
    SELECT t.broker_id, 'order.placed', 'order', t."orderId", NULL, 'PENDING', t."orderId", t."keyId", t.job FROM target t
    UNION ALL SELECT t.broker_id, t.arrival, 'line', t."lineId", t.status, t.meanwhile, t."orderId", t."keyId", t.job
      FROM target t WHERE t.meanwhile IS NOT NULL AND NOT t.waits
    ${debts.events}
  )
  SELECT m.entry, m.waits, m.id, m.broker_id AS "brokerId", m.status, m.msisdn, m.iccid, m.subscription_id AS "subscriptionId",
    m.external_code AS "externalCode", m.metadata, m.activated_at AS "activatedAt", m.terminated_at AS "terminatedAt",
    m.created_at AS "createdAt", m.updated_at AS "updatedAt", json_build_object('id', h.id, 'name', h.name, 'federalTaxId', h.federal_tax_id) AS holder
  FROM moved m JOIN holder h ON h.id = m.holder_id`;
};

const moving = `UPDATE line l SET status = CASE WHEN t.waits THEN l.status ELSE coalesce(t.meanwhile, l.status) END, updated_at = now()
    FROM target t WHERE l.id = ANY(ARRAY(SELECT "lineId" FROM wanted)) AND l.id = t."lineId"
    RETURNING t.entry, t.waits, l.*`;

/** As it was locked: somebody may have changed it since the statement began. */
const staying = 'SELECT entry, waits, (line).* FROM target';

/** Where every line stays as it is none is written. */
const inserts = (name: string, kind: Kind) => ({
  moving: statement(name, insertText(kind, moving)),
  staying: statement(`${name}-lines-stay`, insertText(kind, staying)),
  orders: kind.orders,
});

const alone = inserts('insert-order', { orders: 'one', lockedLines: '', debts: supersedeDebts });
const together = inserts('insert-orders', { orders: 'many', lockedLines: 'SKIP LOCKED', debts: supersedeDebts });
const inPassing = {
  one: inserts('insert-order-in-passing', { orders: 'one', lockedLines: 'SKIP LOCKED', debts: passDebtsBy }),
  many: inserts('insert-orders-in-passing', { orders: 'many', lockedLines: 'SKIP LOCKED', debts: passDebtsBy }),
};

/** Writes one order, and answers its line as it is now; undefined when the line is not there, or its status or another order does not allow it. */
export type InsertOrder = (insertion: Insertion) => Promise<Inserted | undefined>;

const mostTogether = 64;
const sharedBatch = 'a batch is of many requests, and each order in it names its own broker';
const batches = new WeakMap<Db, InsertOrder>();

/**
 * The insertion of orders into this database. Those that are asked for in the same instant are written together, in as many
 * as two statements at once. None of them waits for a line that somebody else holds, nor fails with another: what could not
 * be written so, or is on a line in debt, is tried alone.
 */
export function insertOrderInto(db: Db): InsertOrder {
  const insertAlone: InsertOrder = async (insertion) => (await insert(db, alone, [insertion]))[0];
  if (db.isTransaction) return insertAlone;
  const known = batches.get(db);
  if (known) return known;
  const inBatch = naturalBatch((insertions: readonly Insertion[]) => acrossBrokers(sharedBatch, () => insertInPassing(db, insertions)), {
    most: mostTogether,
    lanes: 2,
    failsWaiting: isConnectionLost,
  });
  const insertOrder: InsertOrder = async (insertion) => (await inBatch(insertion)) ?? insertAlone(insertion);
  batches.set(db, insertOrder);
  return insertOrder;
}

/** Writes orders in one statement, past the lines that others hold; undefined for each that could not be written so. Raises where the database refuses them. */
export const insertTogether = (tx: Db, insertions: readonly Insertion[]) => insert(tx, together, insertions);

/** Whether a batch whose connection broke was written is not known: only what was refused for certain is left to be tried alone. */
async function insertInPassing(db: Db, insertions: readonly Insertion[]): Promise<readonly (Inserted | undefined)[]> {
  try {
    return await insert(db, inPassing[howMany(insertions)], insertions);
  } catch (error) {
    if (!isRefusedStatement(error)) throw error;
    return insertions.map(() => undefined);
  }
}

async function insert(db: Db, into: ReturnType<typeof inserts>, insertions: readonly Insertion[]): Promise<readonly (Inserted | undefined)[]> {
  const orders = insertions.map(({ steps: _, ...order }, entry) => ({ entry, ...order }));
  const ofVersions = new Map(insertions.map(({ type, typeVersion, steps }) => [`${type} ${typeVersion}`, { type, typeVersion, steps }]));
  const steps = [...ofVersions.values()].flatMap(({ steps: ofVersion, ...version }) => ofVersion.map((step) => ({ ...version, ...step })));
  const how = insertions.some(({ meanwhile }) => meanwhile !== null) ? into.moving : into.staying;
  const rows = await queryThroughPrisma<Inserted & { readonly entry: number }>(db, how, [...givenValues(columns, into.orders, orders), JSON.stringify(steps)]);
  const byEntry = new Map(rows.map((row) => [row.entry, row]));
  return insertions.map((_, entry) => byEntry.get(entry));
}
