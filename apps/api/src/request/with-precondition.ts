import type { Db } from '@linework/db/db';
import type { Interceptor } from '@linework/http/routing/mount-options';
import { createLocalOrderQueries } from '@linework/orders/order-queries';
import type { Deps } from './deps.ts';
import { lockRecord } from './record-locks.ts';

type InterceptedCall = Parameters<Interceptor<Deps>>[0];

/**
 * Runs the handler of a request with an `If-Match` only if the record is unchanged. The record is locked and read in
 * the transaction of the handler, so that no other request can change it in between.
 */
export function withPrecondition(call: InterceptedCall): InterceptedCall {
  const { precondition, request, route } = call;
  const { caller } = request;
  if (precondition === undefined || caller === null) return call;
  const [id = ''] = Object.values(precondition.params).slice(-1);
  const check = async (given: Deps, tx: Db): Promise<Deps> => {
    const transactionDeps = withDb(given, tx);
    await lockRecord(tx, precondition.record, { id, caller });
    await precondition.check(transactionDeps);
    return transactionDeps;
  };
  if (route.hasSeveralTransactions)
    return {
      ...call,
      next: (given) => call.next({ ...given, db: checkBeforeTransaction(given.db, (tx) => check(given, tx)) }),
    };
  return { ...call, next: (given) => given.db.transaction(async (tx) => call.next(await check(given, tx))) };
}

const withDb = (given: Deps, db: Db): Deps => ({
  ...given,
  db,
  catalog: given.catalog.inTransaction(db),
  orderQueries: createLocalOrderQueries(db),
});

/**
 * A handler that calls a partner has several transactions. The first one records the intended call, so the check runs
 * at its start.
 */
function checkBeforeTransaction(db: Db, check: (tx: Db) => Promise<unknown>): Db {
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
