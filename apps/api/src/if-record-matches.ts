import type { Db } from '@linework/db/db';
import { builtInOrderBook } from '@linework/domain/orders/order-book';
import type { Around } from '@linework/http/mount-options';
import type { Deps } from './deps.ts';
import { lockRecord } from './record-locks.ts';

type Work = Parameters<Around<Deps>>[0];

/**
 * Lets the work of a request with an `If-Match` begin only while its record is still that which the client has seen: the record is locked
 * and read in the transaction of the work, so that nobody changes it in between.
 */
export function ifRecordMatches(work: Work): Work {
  const { precondition, request, route } = work;
  const { caller } = request;
  if (precondition === undefined || caller === null) return work;
  const [id = ''] = Object.values(precondition.params).slice(-1);
  const check = async (given: Deps, tx: Db): Promise<Deps> => {
    const inTransaction = within(given, tx);
    await lockRecord(tx, precondition.record, { id, caller });
    await precondition.check(inTransaction);
    return inTransaction;
  };
  if (route.severalTransactions) return { ...work, run: (given) => work.run({ ...given, db: checkedFirst(given.db, (tx) => check(given, tx)) }) };
  return { ...work, run: (given) => given.db.transaction(async (tx) => work.run(await check(given, tx))) };
}

const within = (given: Deps, db: Db): Deps => ({ ...given, db, catalog: given.catalog.within(db), orderBook: builtInOrderBook(db) });

/** Work that asks another company is several transactions, the first of which notes what it is about to do: that one begins with the check. */
function checkedFirst(db: Db, check: (tx: Db) => Promise<unknown>): Db {
  let isChecked = false;
  const transaction: Db['transaction'] = async (work) => {
    if (isChecked) return db.transaction(work);
    const result = await db.transaction(async (tx) => {
      await check(tx);
      return work(tx);
    });
    isChecked = true;
    return result;
  };
  return Object.create(db, { transaction: { value: transaction } }) as Db;
}
