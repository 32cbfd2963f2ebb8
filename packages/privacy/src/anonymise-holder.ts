import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { writeEvent } from '@linework/events/insert-event';
import { erasePerson } from '@linework/holders/erase-person';
import { findHolder } from '@linework/holders/find-holder';
import { lockHolder } from '@linework/holders/lock-holder';
import { purgeIdempotencyRecordsAbout } from '@linework/idempotency/purge-idempotency-records-about';
import { erasePaymentMethods } from '@linework/payments/methods/erase-payment-methods';
import { eraseTaxId } from '@linework/portability/port-ins/erase-tax-id';
import type { Holder } from '@linework/schemas/holders/holder';
import { eraseDiscardedReceipts } from '@linework/tax-receipts/erase-discarded-receipts';

/** What the network said about the holder's lines may name the holder. */
const eraseSystemTexts = statement(
  'erase-system-texts-of-holder',
  { holderId: 'uuid', brokerId: 'uuid' },
  `UPDATE order_attempt a
   SET system_text = NULL
   FROM line l
   JOIN orders o ON o.resource_type = 'line' AND o.resource_id = l.id AND o.broker_id = l.broker_id
   WHERE l.holder_id = :holderId AND l.broker_id = :brokerId
     AND a.order_id = o.id
     AND a.system_text IS NOT NULL`,
);

/**
 * Anonymises a holder in all tables, in one transaction. Lines, orders, events, invoices and tax receipts stay (see
 * docs/decisions/0014). Raises not-found, and conflict when the holder is anonymised already.
 */
export function anonymiseHolder(db: Db, { caller, holderId }: { caller: Caller; holderId: string }): Promise<Holder> {
  return db.transaction(async (tx) => {
    const { brokerId } = await lockHolder(tx, { caller, holderId });
    await erasePerson(tx, holderId);
    await erasePaymentMethods(tx, holderId, caller.keyId);
    await eraseTaxId(tx, holderId);
    await eraseDiscardedReceipts(tx, holderId);
    await tx.query(eraseSystemTexts, { holderId, brokerId });
    await purgeIdempotencyRecordsAbout(tx, { brokerId, id: holderId });
    await writeEvent(tx, {
      type: 'holder.anonymised',
      id: holderId,
      brokerId,
      keyId: caller.keyId,
    });
    return findHolder(tx, { caller, holderId });
  });
}
