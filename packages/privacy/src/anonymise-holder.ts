import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { writeEvent } from '@linework/events/insert-event';
import { erasePerson } from '@linework/holders/erase-person';
import { findHolder } from '@linework/holders/find-holder';
import { assertNoLegalHold, beginErasure } from '@linework/holders/legal-holds';
import { lockHolder } from '@linework/holders/lock-holder';
import { purgeIdempotencyRecordsAbout } from '@linework/idempotency/purge-idempotency-records-about';
import { erasePaymentMethods } from '@linework/payments/methods/erase-payment-methods';
import { eraseTaxId } from '@linework/portability/port-ins/erase-tax-id';
import type { Holder } from '@linework/schemas/holders/holder';
import { eraseDiscardedReceipts } from '@linework/tax-receipts/erase-discarded-receipts';

/** What the network said about the lines of the holder, while they were the holder's, may name the holder. */
const eraseSystemTexts = statement(
  'erase-system-texts-of-holder',
  { holderId: 'uuid', brokerId: 'uuid' },
  `UPDATE order_attempt a
   SET system_text = NULL
   FROM line_holder h
   JOIN orders o ON o.resource_type = 'line' AND o.resource_id = h.line_id AND o.broker_id = h.broker_id
   WHERE h.holder_id = :holderId AND h.broker_id = :brokerId AND h.period @> o.created_at
     AND a.order_id = o.id
     AND a.system_text IS NOT NULL`,
);

/**
 * The rows of files from which the holder was adopted, with the payment methods, lines and contracts, and those of
 * files that were checked again.
 */
const eraseMoveInRows = statement(
  'erase-move-in-rows-of-holder',
  { holderId: 'uuid', brokerId: 'uuid' },
  `UPDATE move_in_row r
   SET source = '[]', data = '{}'
   FROM move_in_row adopted
   WHERE adopted.broker_id = :brokerId
     AND adopted.record_id IN (
       SELECT :holderId
       UNION ALL
       SELECT id
       FROM payment_method
       WHERE customer_id = :holderId
       UNION ALL
       SELECT line_id
       FROM line_holder
       WHERE holder_id = :holderId AND lower_inf(period)
       UNION ALL
       SELECT id
       FROM subscription
       WHERE customer_id = :holderId)
     AND r.broker_id = adopted.broker_id AND r.kind = adopted.kind AND r.legacy_id = adopted.legacy_id`,
);

/**
 * Anonymises a holder in all tables, in one transaction. Lines, orders, events, invoices and tax receipts stay (see
 * docs/decisions/0014). Raises not-found, and conflict when the holder is anonymised already or under a legal hold.
 */
export function anonymiseHolder(db: Db, { caller, holderId }: { caller: Caller; holderId: string }): Promise<Holder> {
  return db.transaction(async (tx) => {
    await beginErasure(tx);
    const { brokerId } = await lockHolder(tx, { caller, holderId });
    await assertNoLegalHold(tx, { brokerId, holderId });
    await erasePerson(tx, holderId);
    await erasePaymentMethods(tx, holderId, caller.keyId);
    await eraseTaxId(tx, holderId);
    await eraseDiscardedReceipts(tx, holderId);
    await tx.query(eraseSystemTexts, { holderId, brokerId });
    await tx.query(eraseMoveInRows, { holderId, brokerId });
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
