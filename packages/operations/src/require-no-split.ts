import { ConfigError } from '@linework/config/config-error';
import type { Db } from '@linework/db/db';
import { isDatabaseUnavailable } from '@linework/db/is-database-unavailable';
import { statement } from '@linework/db/statement';

const openSplitStatement = statement(
  'find-open-split-of-cell',
  'SELECT groups FROM cell_split WHERE released_at IS NULL LIMIT 1',
);

const undefinedTable = '42P01';

/**
 * Throws a `ConfigError` while this cell is being split: both databases still have the orders of all brokers, and two
 * workers would call the network for each. A database that does not answer, or that has no tables yet, is not judged.
 */
export async function requireNoSplit(db: Pick<Db, 'query'>): Promise<void> {
  const [split] = await db.query(openSplitStatement).catch((error: unknown) => {
    if (isDatabaseUnavailable(error) || (error as { readonly code?: unknown }).code === undefinedTable) return [];
    throw error;
  });
  if (split)
    throw new ConfigError([
      `this database is being split: groups ${split.groups.join(', ')} move to a copy; "linework admin split" ends it`,
    ]);
}
