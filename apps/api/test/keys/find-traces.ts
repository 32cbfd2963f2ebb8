import type { OpenDb } from '@linework/db/db';

/** The tables that contain a text anywhere, in clear or as its bytes. */
export async function findTraces({ pool }: OpenDb, text: string): Promise<readonly string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rowCount } = await pool.query(
        `SELECT FROM "${name}" t WHERE strpos(t::text, $1) > 0 OR strpos(t::text, $2) > 0`,
        [text, Buffer.from(text).toString('hex')],
      );
      return rowCount === 0 ? [] : [name];
    }),
  );
  return found.flat();
}
