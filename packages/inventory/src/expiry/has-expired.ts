import type { Db } from '@linework/db/db';
import { unprepared } from '@linework/db/statement';

type End = 'reserved_until' | 'quarantine_ends_at';

const buildSql = (column: End) => `SELECT true FROM resource_state WHERE ${column} <= now() ORDER BY ${column} LIMIT 1`;

const buildStatement = <const Column extends End>(column: Column) =>
  unprepared(`is-any-${column}-over`, buildSql(column));

/** In SQL: true if any reservation or quarantine has expired. */
export const anyHasExpired = `coalesce((${buildSql('reserved_until')}), (${buildSql('quarantine_ends_at')}))`;

const statements = {
  reserved_until: buildStatement('reserved_until'),
  quarantine_ends_at: buildStatement('quarantine_ends_at'),
};

/**
 * Whether any reservation or quarantine has expired by the database's clock. Nearly always none has, and the statements
 * that end them would be planned once per slot to find that out. ORDER BY makes PostgreSQL read from the end of an
 * index: when many rows had expired at the last ANALYZE, it would otherwise read the whole table.
 */
export async function hasExpired(db: Pick<Db, 'query'>, column: End): Promise<boolean> {
  return (await db.query(statements[column])).length > 0;
}
