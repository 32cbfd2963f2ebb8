import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { anonymisedName } from '../holders/erase-person.ts';

const anonymousCustomer = JSON.stringify({ name: anonymisedName, identity: { other: '-' }, address: null });

/** In SQL: what is on a receipt, less what tells whom it is for. */
export const anonymousContent = `content || jsonb_build_object('customer', '${anonymousCustomer}'::jsonb, 'subscriber', content -> 'subscriber' || '{"code": "-", "lines": []}')`;

const eraseStatement = statement(
  'forget-discarded-tax-receipts',
  `UPDATE tax_receipt SET content = ${anonymousContent} WHERE customer_id = $1::uuid AND status = 'CANCELED' AND issued_at IS NULL RETURNING 1`,
);

/** Forgets a holder in the drafts that were discarded, which are no fiscal documents; says in how many it stood. Whatever is or may yet be issued stays. */
export async function eraseDiscardedReceipts(tx: Pick<Db, 'query'>, holderId: string): Promise<number> {
  return (await tx.query(eraseStatement, [holderId])).length;
}
