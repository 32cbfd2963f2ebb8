import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import type { Check } from './health.ts';

const pingStatement = statement('ping', 'SELECT 1');

/** Creates the health check of PostgreSQL. */
export function checkPostgres(db: Pick<Db, 'query'>): Check {
  return () => db.query(pingStatement).then(() => true);
}
