import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const lockStatement = statement(
  'lock-lines',
  { lineIds: 'uuid[]' },
  'SELECT id FROM line WHERE id = ANY(:lineIds) ORDER BY id FOR NO KEY UPDATE',
);

/**
 * Locks lines until the end of the transaction, so that events written afterwards commit in the order of their
 * positions.
 */
export async function lockLines(tx: Pick<Db, 'query'>, lineIds: readonly string[]): Promise<void> {
  if (lineIds.length > 0) await tx.query(lockStatement, { lineIds });
}
