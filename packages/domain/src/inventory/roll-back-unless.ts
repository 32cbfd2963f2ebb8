import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const createSavepointStatement = statement('create-savepoint', 'SAVEPOINT attempt');
const rollBackStatement = statement('roll-back-to-savepoint', 'ROLLBACK TO SAVEPOINT attempt');
const releaseSavepointStatement = statement('release-savepoint', 'RELEASE SAVEPOINT attempt');

/**
 * Runs one statement that may lock rows and then find that it can do nothing with them: what comes back undefined keeps no
 * lock. By itself a statement lets go when it ends; in a transaction it would hold them, for others to pass over, to the end of that.
 */
export async function rollBackUnless<Result>(db: Db, run: (db: Db) => Promise<Result | undefined>): Promise<Result | undefined> {
  if (!db.isTransaction) return run(db);
  await db.query(createSavepointStatement, []);
  const result = await run(db);
  if (result === undefined) await db.query(rollBackStatement, []);
  await db.query(releaseSavepointStatement, []);
  return result;
}
