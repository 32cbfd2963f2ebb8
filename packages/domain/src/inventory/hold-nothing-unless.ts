import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

const begin = statement('begin-attempt', 'SAVEPOINT attempt');
const takeBack = statement('take-attempt-back', 'ROLLBACK TO SAVEPOINT attempt');
const end = statement('end-attempt', 'RELEASE SAVEPOINT attempt');

/**
 * Runs one statement that may lock rows and then find that it can do nothing with them: what comes back undefined keeps no
 * lock. By itself a statement lets go when it ends; in a transaction it would hold them, for others to pass over, to the end of that.
 */
export async function holdNothingUnless<Done>(db: Db, run: (db: Db) => Promise<Done | undefined>): Promise<Done | undefined> {
  if (!db.isTransaction) return run(db);
  await db.query(begin, []);
  const done = await run(db);
  if (done === undefined) await db.query(takeBack, []);
  await db.query(end, []);
  return done;
}
