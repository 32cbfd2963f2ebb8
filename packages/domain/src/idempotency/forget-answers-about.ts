import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';

/** An operator's answers are kept under the key that asked, and any of them may be about this broker's record. */
const forgetStatement = statement(
  'forget-answers-about',
  `DELETE FROM idempotency_record
   WHERE (owner_id = $1::uuid OR owner_id IN (SELECT id FROM api_key WHERE broker_id IS NULL)) AND position($2 IN body) > 0 RETURNING 1`,
);

/** Deletes the answers kept for a broker, and for operators, in which the record is named; says how many. */
export async function forgetAnswersAbout(tx: Pick<Db, 'query'>, about: { readonly brokerId: string; readonly id: string }): Promise<number> {
  return (await tx.query(forgetStatement, [about.brokerId, about.id])).length;
}
