import type { OpenDb } from '@linework/db/db';

/** Every row of every table, as text. */
export async function dumpTables({ pool }: OpenDb): Promise<readonly string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const contents = tables.map(async ({ name }) => {
    const { rows } = await pool.query<{ text: string }>(`SELECT to_jsonb(t)::text AS text FROM "${name}" t`);
    return rows.map(({ text }) => `${name} ${text.replaceAll('\\"', '"')}`);
  });
  return (await Promise.all(contents)).flat();
}
