import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { validationError } from '@linework/problem-details/make-problem';

const checkStatement = statement(
  'check-port-in-window',
  { windowFrom: 'timestamptz', windowUntil: 'timestamptz' },
  `SELECT :windowFrom > now() AS "isAhead",
     :windowFrom <= now() + interval '30 days' AS "isNear",
     :windowUntil > greatest(:windowFrom, now()) AS "endsLater"`,
);

/**
 * Raises 400 with every error at once for a window that does not start in the future by the database's clock, starts
 * more than 30 days ahead, ends before it starts, or is over.
 */
export async function assertValidWindow(
  db: Pick<Db, 'query'>,
  { windowFrom, windowUntil }: { windowFrom: Date; windowUntil: Date },
): Promise<void> {
  const [checks] = await db.query(checkStatement, {
    windowFrom,
    windowUntil,
  });
  const errors = [
    ...(checks?.isAhead ? [] : [{ detail: 'must be in the future', pointer: '/windowFrom' }]),
    ...(checks?.isNear ? [] : [{ detail: 'must be at most 30 days ahead', pointer: '/windowFrom' }]),
    ...(checks?.endsLater ? [] : [{ detail: 'must be in the future, and after windowFrom', pointer: '/windowUntil' }]),
  ];
  if (errors.length > 0) throw validationError(errors);
}
