import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const createSavepointStatement = statement('create-savepoint', 'SAVEPOINT attempt');
const rollBackStatement = statement('roll-back-to-savepoint', 'ROLLBACK TO SAVEPOINT attempt');
const releaseSavepointStatement = statement('release-savepoint', 'RELEASE SAVEPOINT attempt');

/**
 * Runs one statement that may lock rows without using them: when it returns undefined, its locks are released. Outside
 * a transaction the locks end with the statement; inside one they would last until its end, and other transactions
 * would skip the rows.
 */
export async function rollBackUnless<Result>(
  db: Db,
  run: (db: Db) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  if (!db.isTransaction) return run(db);
  await db.query(createSavepointStatement);
  const result = await run(db);
  if (result === undefined) await db.query(rollBackStatement);
  await db.query(releaseSavepointStatement);
  return result;
}
