import type { OpenDb } from '@linework/db/db';

/** Tables that any request may write to. */
const ignoredTables = new Set(['_prisma_migrations', 'idempotency_record']);

const tablesStatement = "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'";

/**
 * Returns the number of rows of each table and the sum of the transactions that wrote them. Equal states mean that
 * nothing was written. The last use of a key and the stored response of a request with an idempotency key do not count.
 */
export async function readDatabaseState({ pool }: OpenDb): Promise<Readonly<Record<string, string>>> {
  stateText ??= readStateQuery(pool);
  const { rows } = await pool.query<{ name: string; sum: string }>({ name: 'state', text: await stateText });
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

/** All databases of the tests have the same tables. */
let stateText: Promise<string> | undefined;

async function readStateQuery(pool: OpenDb['pool']): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(tablesStatement);
  return tables
    .filter(({ name }) => !ignoredTables.has(name))
    .map(
      ({ name }) =>
        `SELECT '${name}' AS name, count(*) || ' ' || coalesce(sum(${rowHash(name)}), 0) AS sum FROM "${name}" t`,
    )
    .join(' UNION ALL ');
}

/** Each use of a key writes its row, so its content is hashed instead. */
const rowHash = (table: string) =>
  table === 'api_key' ? "hashtextextended((to_jsonb(t) - 'last_used_at')::text, 0)" : 'xmin::text::bigint';
