import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { nameOfNobody } from '../holders/erase-person.ts';

const nobody = JSON.stringify({ name: nameOfNobody, identity: { other: '-' }, address: null });

/** In SQL: what is on a receipt, less what tells whom it is for. */
export const contentOfNobody = `content || jsonb_build_object('customer', '${nobody}'::jsonb, 'subscriber', content -> 'subscriber' || '{"code": "-", "lines": []}')`;

const forgetStatement = statement(
  'forget-discarded-tax-receipts',
  `UPDATE tax_receipt SET content = ${contentOfNobody} WHERE customer_id = $1::uuid AND status = 'CANCELED' AND issued_at IS NULL RETURNING 1`,
);

/** Forgets a holder in the drafts that were discarded, which are no fiscal documents; says in how many it stood. Whatever is or may yet be issued stays. */
export async function forgetDiscarded(tx: Pick<Db, 'query'>, holderId: string): Promise<number> {
  return (await tx.query(forgetStatement, [holderId])).length;
}
