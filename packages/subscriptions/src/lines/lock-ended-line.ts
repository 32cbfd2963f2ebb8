import type { Db } from '@linework/db/db';
import { statement, unprepared } from '@linework/db/statement';

/** A line of a subscription that was deleted or ported out. */
export interface EndedLine {
  readonly lineId: string;
  readonly subscriptionId: string;
  /** False if no line of the subscription was ever in service: a failed creation must not end the subscription. */
  readonly hadLineInUse: boolean;
}

/** Every line of the subscription counts, because the last line to end may be one that was never in service. */
const lockStatement = unprepared(
  'lock-ended-line',
  `SELECT e.line_id AS "lineId", e.subscription_id AS "subscriptionId",
     EXISTS (
       SELECT
       FROM line l
       JOIN event v ON v.resource_id = l.id
       WHERE (l.id = e.line_id OR l.subscription_id = e.subscription_id)
         AND v.resource_type = 'line'
         AND v.to_status IN ('STAND_BY', 'ACTIVE')
     ) AS "hadLineInUse"
   FROM subscription_line_ended e
   WHERE coalesce(e.not_before <= now(), true)
   ORDER BY e.created_at, e.line_id
   LIMIT 1
   FOR UPDATE SKIP LOCKED`,
);

/** Locks the ended line that has waited longest until the end of the transaction; undefined if there is none. */
export async function lockEndedLine(tx: Pick<Db, 'query'>): Promise<EndedLine | undefined> {
  const [endedLine] = await tx.query(lockStatement);
  return endedLine;
}

const removeStatement = statement(
  'remove-ended-line',
  { lineId: 'uuid' },
  'DELETE FROM subscription_line_ended WHERE line_id = :lineId',
);

export async function removeEndedLine(tx: Pick<Db, 'query'>, lineId: string): Promise<void> {
  await tx.query(removeStatement, { lineId });
}

const postponeStatement = statement(
  'postpone-ended-line',
  { lineId: 'uuid' },
  `UPDATE subscription_line_ended
   SET attempt = attempt + 1, not_before = now() + least(power(2, attempt), 3600) * interval '1 s'
   WHERE line_id = :lineId
   RETURNING attempt`,
);

/** Postpones an ended line after a failure, so that it does not delay the others. Returns the number of failures. */
export async function postponeEndedLine(db: Pick<Db, 'query'>, lineId: string): Promise<number> {
  const [row] = await db.query(postponeStatement, { lineId });
  return row?.attempt ?? 0;
}
