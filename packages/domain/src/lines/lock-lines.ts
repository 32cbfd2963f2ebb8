import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const lockStatement = statement('lock-lines', 'SELECT id FROM line WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE');

/** Holds lines to the end of the transaction, so that the events written after it commit in the order of their places. */
export async function lockLines(tx: Pick<Db, 'query'>, lineIds: readonly string[]): Promise<void> {
  if (lineIds.length > 0) await tx.query(lockStatement, [lineIds]);
}
