import { ConfigError } from '@linework/config/config-error';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const tablesStatement = statement(
  'has-tables-of-brokers',
  `SELECT count(*) = 2 AS "hasThem"
   FROM information_schema.columns
   WHERE table_schema = 'public' AND (table_name, column_name) IN (('broker', 'status'), ('api_key', 'fingerprint'))`,
);

/** Throws a `ConfigError` if the migrations of this release have not been run. */
export async function requireTables(db: Pick<Db, 'query'>): Promise<void> {
  const [row] = await db.query(tablesStatement);
  if (!row?.hasThem)
    throw new ConfigError(['the database lacks tables of this release; run the migrations first (npm run migrate)']);
}
