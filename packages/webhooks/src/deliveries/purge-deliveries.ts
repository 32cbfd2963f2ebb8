import { archive, isDeleted, markDeleted, readArchive, whileArchiving } from '@linework/db/archive';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { beginErasure } from '@linework/holders/legal-holds';

/** What is under a legal hold is kept with its attempts. A delivery to an operator is of its event's broker. */
const deleteOld = `owned AS (
     SELECT o.id, coalesce(o.broker_id, (SELECT e.broker_id FROM event e WHERE e.seq = o.event_seq)) AS broker_id,
       o.resource_id, to_jsonb(o) AS content
     FROM old o
     WHERE EXISTS (SELECT FROM legal_hold WHERE lifted_at IS NULL)
   ), kept AS (
     INSERT INTO held_record (table_name, broker_id, record_id, content)
     SELECT 'webhook_delivery', o.broker_id, o.resource_id, ${withAttempts('o.content', 'o.id')}
     FROM owned o
     WHERE is_under_legal_hold(o.broker_id, o.resource_id)
   )
   DELETE FROM webhook_delivery
   WHERE id IN (SELECT id FROM old)
   RETURNING 1`;

function withAttempts(content: string, id: string): string {
  return `${content} || jsonb_build_object('webhook_attempt',
       (SELECT coalesce(jsonb_agg(to_jsonb(a) ORDER BY a.number), '[]')
        FROM webhook_attempt a
        WHERE a.delivery_id = ${id}))`;
}

/** Open deliveries stay. A held one is as old as its endpoint is disabled; its event is in the feed for longer. */
const purgeStatement = statement(
  'purge-webhook-deliveries',
  { retentionDays: 'int', batchSize: 'bigint' },
  `WITH old AS MATERIALIZED (
     SELECT d.*
     FROM webhook_delivery d
     WHERE d.created_at <= now() - :retentionDays * interval '1 day' AND d.due_at IS NULL
     ORDER BY d.created_at
     LIMIT :batchSize
     FOR UPDATE SKIP LOCKED
   ), ${deleteOld}`,
);

const purgeSecretsStatement = statement(
  'purge-webhook-secrets',
  'DELETE FROM webhook_secret WHERE expires_at <= now()',
);

const purgeEndpointsStatement = statement(
  'purge-webhook-endpoints',
  { retentionDays: 'int' },
  `DELETE FROM webhook_endpoint e
   WHERE e.status = 'deleted'
     AND e.updated_at <= now() - :retentionDays * interval '1 day'
     AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.endpoint_id = e.id)`,
);

const batchSize = 2_000;
const maxBatches = 20;

export interface DeliveryRetention {
  readonly retentionDays: number;
  /** Where deliveries are archived before they are deleted. */
  readonly archiveFolder?: string | undefined;
}

/**
 * Deletes deliveries with their attempts after their retention, ended secrets, and deleted endpoints without
 * deliveries. Returns how many deliveries.
 */
export async function purgeDeliveries(db: Db, { retentionDays, archiveFolder }: DeliveryRetention): Promise<number> {
  const count =
    archiveFolder === undefined
      ? await deleteOldDeliveries(db, retentionDays)
      : ((await whileArchiving(db, (session) => archiveDeliveries(session, retentionDays, archiveFolder))) ?? 0);
  await db.query(purgeSecretsStatement);
  await db.query(purgeEndpointsStatement, { retentionDays });
  return count;
}

async function deleteOldDeliveries(db: Db, retentionDays: number): Promise<number> {
  let count = 0;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const { length } = await db.transaction(async (tx) => {
      await beginErasure(tx);
      return tx.query(purgeStatement, { retentionDays, batchSize });
    });
    count += length;
    if (length < batchSize) break;
  }
  return count;
}

const oldDaysStatement = statement(
  'find-webhook-deliveries-to-archive',
  { retentionDays: 'int' },
  `SELECT until::text AS until, EXISTS (
     SELECT
     FROM webhook_delivery
     WHERE created_at < until AT TIME ZONE 'UTC' AND due_at IS NULL) AS "isAnyOld"
   FROM (SELECT (now() AT TIME ZONE 'UTC')::date - :retentionDays AS until) d`,
).returns<{ readonly until: string; readonly isAnyOld: boolean }>();

const pageStatement = statement(
  'read-webhook-deliveries-to-archive',
  { until: 'text', createdAt: 'timestamptz', id: 'uuid', batchSize: 'bigint' },
  `SELECT (${withAttempts('to_jsonb(d)', 'd.id')})::text AS line, d.id, d.created_at AS "createdAt"
   FROM webhook_delivery d
   WHERE d.created_at < :until::date AT TIME ZONE 'UTC'
     AND (d.created_at, d.id) > (:createdAt, :id)
     AND d.due_at IS NULL
   ORDER BY d.created_at, d.id
   LIMIT :batchSize`,
).returns<{ readonly line: string }>();

const deleteArchivedStatement = statement(
  'delete-archived-webhook-deliveries',
  { ids: 'uuid[]', updatedAts: 'timestamptz[]' },
  `WITH old AS MATERIALIZED (
     SELECT d.*
     FROM unnest(:ids, :updatedAts) AS archived(id, updated_at)
     JOIN webhook_delivery d ON d.id = archived.id AND d.updated_at = archived.updated_at
     WHERE d.due_at IS NULL
     FOR UPDATE OF d
   ), ${deleteOld}`,
);

/**
 * Archives once a day what is older than the retention by whole days, and deletes what the archive says, as long as it
 * is unchanged. After a crash the next run reads the same archive again.
 */
async function archiveDeliveries(session: Db, retentionDays: number, folder: string): Promise<number> {
  const [old] = await session.query(oldDaysStatement, { retentionDays });
  if (!old?.isAnyOld) return 0;
  const part = { table: 'webhook_delivery', part: old.until.replaceAll('-', ''), from: null, until: old.until };
  // What has ended since then waits for the archive of the next day.
  if (await isDeleted(folder, part)) return 0;
  const manifest = await archive(session, folder, part, () => readOldDeliveries(session, old.until));
  let count = 0;
  let batch: { readonly id: string; readonly updatedAt: Date }[] = [];
  const deleteBatch = async () => {
    const ids = batch.map(({ id }) => id);
    const updatedAts = batch.map(({ updatedAt }) => updatedAt);
    batch = [];
    const deleted = await session.transaction(async (tx) => {
      await beginErasure(tx);
      return tx.query(deleteArchivedStatement, { ids, updatedAts });
    });
    count += deleted.length;
  };
  for await (const line of readArchive(folder, manifest)) {
    const row = JSON.parse(line) as { readonly id: string; readonly updated_at: string };
    batch.push({ id: row.id, updatedAt: new Date(row.updated_at) });
    if (batch.length === batchSize) await deleteBatch();
  }
  if (batch.length > 0) await deleteBatch();
  await markDeleted(folder, part);
  return count;
}

async function* readOldDeliveries(session: Db, until: string): AsyncGenerator<readonly string[]> {
  let last = { createdAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const page = await session.query(pageStatement, { until, ...last, batchSize });
    const end = page.at(-1);
    if (!end) return;
    yield page.map(({ line }) => line);
    last = { createdAt: end.createdAt, id: end.id };
  }
}
