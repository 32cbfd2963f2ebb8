import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { validationError } from '@linework/problem-details/make-problem';

const windowStatement = statement(
  'check-port-in-window',
  'SELECT $1::timestamptz > now() AS "isAhead", $1::timestamptz <= now() + interval \'30 days\' AS "isNear", $2::timestamptz > greatest($1::timestamptz, now()) AS "endsLater"',
);

/** Raises 400, naming every fault at once, for a window that is not ahead by the database's clock, that is more than 30 days ahead, or that ends before it begins or is over. */
export async function refuseWindow(db: Pick<Db, 'query'>, { windowFrom, windowUntil }: { windowFrom: Date; windowUntil: Date }): Promise<void> {
  const [found] = await db.query<{ isAhead: boolean; isNear: boolean; endsLater: boolean }>(windowStatement, [windowFrom, windowUntil]);
  const faults = [
    ...(found?.isAhead ? [] : [{ detail: 'must be in the future', pointer: '/windowFrom' }]),
    ...(found?.isNear ? [] : [{ detail: 'must be at most 30 days ahead', pointer: '/windowFrom' }]),
    ...(found?.endsLater ? [] : [{ detail: 'must be in the future, and after windowFrom', pointer: '/windowUntil' }]),
  ];
  if (faults.length > 0) throw validationError(faults);
}
