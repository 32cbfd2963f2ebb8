import type { OpenDb } from '@linework/db/db';

/** What every request writes down, whatever comes of it. */
const ignoredTables = new Set(['_prisma_migrations', 'idempotency_record']);

const tablesStatement = "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'";

/**
 * How many rows each table has, and the sum of the transactions that wrote them: the same before and after when nothing was
 * written. That a key was used, and the answer to a keyed request, are no changes.
 */
export async function readDatabaseState({ pool }: OpenDb): Promise<Readonly<Record<string, string>>> {
  stateText ??= readStateQuery(pool);
  const { rows } = await pool.query<{ name: string; sum: string }>({ name: 'state', text: await stateText });
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

/** Every database of the tests has the same tables. */
let stateText: Promise<string> | undefined;

async function readStateQuery(pool: OpenDb['pool']): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(tablesStatement);
  return tables
    .filter(({ name }) => !ignoredTables.has(name))
    .map(({ name }) => `SELECT '${name}' AS name, count(*) || ' ' || coalesce(sum(${rowHash(name)}), 0) AS sum FROM "${name}" t`)
    .join(' UNION ALL ');
}

/** A key is written to at every use, so that what it says is looked at instead. */
const rowHash = (table: string) => (table === 'api_key' ? "hashtextextended((to_jsonb(t) - 'last_used_at')::text, 0)" : 'xmin::text::bigint');
