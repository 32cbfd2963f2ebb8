import type { OpenDb } from '@linework/db/db';

/** What every request writes down, whatever comes of it. */
const ownTraces = new Set(['_prisma_migrations', 'idempotency_record']);

/**
 * How many rows each table has, and a checksum over them: the same before and after when nothing has changed. That a key was
 * used, and the answer to a keyed request, are no changes.
 */
export async function stateOf({ pool }: OpenDb): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await pool.query<{ name: string }>("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
  const counted = tables.filter(({ name }) => !ownTraces.has(name)).map(({ name }) => checksumOf(name));
  const { rows } = await pool.query<{ name: string; sum: string }>(counted.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

function checksumOf(table: string): string {
  const text = `(to_jsonb(t) - 'last_used_at')::text`;
  return `SELECT '${table}' AS name, count(*) || ' ' || coalesce(md5(string_agg(${text}, ' ' ORDER BY ${text})), '') AS sum FROM "${table}" t`;
}
