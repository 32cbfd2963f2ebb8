import type { OpenDb } from '@linework/db/db';

/** Reads every row of every table of a schema, as text. */
export async function everythingInSchema({ pool }: OpenDb, schema: string): Promise<readonly string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = $1',
    [schema],
  );
  const contents = tables.map(async ({ name }) => {
    const { rows } = await pool.query<{ text: string }>(`SELECT to_jsonb(t)::text AS text FROM ${schema}."${name}" t`);
    return rows.map(({ text }) => `${name} ${text}`);
  });
  return (await Promise.all(contents)).flat();
}
