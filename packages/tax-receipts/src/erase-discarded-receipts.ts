import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { anonymisedName } from '@linework/holders/erase-person';

const anonymousCustomer = JSON.stringify({ name: anonymisedName, identity: { other: '-' }, address: null });

/** In SQL: the content of a receipt without the data that identify its customer. */
export const anonymousContent = `content || jsonb_build_object('customer', '${anonymousCustomer}'::jsonb,
     'subscriber', content -> 'subscriber' || '{"code": "-", "lines": []}')`;

const eraseStatement = statement(
  'erase-discarded-tax-receipts',
  { holderId: 'uuid' },
  `UPDATE tax_receipt
   SET content = ${anonymousContent}
   WHERE customer_id = :holderId AND status = 'CANCELED' AND issued_at IS NULL
   RETURNING 1`,
);

/**
 * Erases a holder in the discarded drafts, which are no fiscal documents; returns in how many. Receipts that are issued
 * or may still be issued stay.
 */
export async function eraseDiscardedReceipts(tx: Pick<Db, 'query'>, holderId: string): Promise<number> {
  return (await tx.query(eraseStatement, { holderId })).length;
}
