import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { writeEvent } from '@linework/events/insert-event';
import type { Offer } from '@linework/schemas/catalog/offer';
import { findOffer, offerNotFound } from './find-offer.ts';
import { rejectDuplicateOffer } from './reject-duplicate-offer.ts';

/** Undefined members stay unchanged; null removes the value. */
export interface OfferChange {
  readonly caller: Caller;
  readonly offerId: string;
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly externalCode?: string | null | undefined;
  /** Replaces the whole metadata. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

const changeStatement = statement(
  'change-offer',
  {
    offerId: 'uuid',
    brokerId: 'uuid?',
    name: 'text?',
    hasDescription: 'boolean',
    description: 'text?',
    hasExternalCode: 'boolean',
    externalCode: 'text?',
    metadata: 'jsonb?',
  },
  `UPDATE offer
   SET name = coalesce(:name, name), description = CASE WHEN :hasDescription THEN :description ELSE description END,
     external_code = CASE WHEN :hasExternalCode THEN :externalCode ELSE external_code END,
       metadata = coalesce(:metadata, metadata), updated_at = now()
   WHERE id = :offerId AND (:brokerId IS NULL OR broker_id = :brokerId)
   RETURNING broker_id AS "brokerId"`,
);

/**
 * Changes the details of an offer but not its versions. Without a change it writes nothing. Raises not-found, and
 * conflict when another offer of the broker has the external code.
 */
export async function changeOffer(db: Db, { caller, offerId, ...change }: OfferChange): Promise<Offer> {
  const changed = Object.entries(change).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (changed.length === 0) return findOffer(db, { caller, offerId });
  return db.transaction(async (tx) => {
    const [found] = await tx
      .query(changeStatement, { offerId, brokerId: caller.brokerId, ...toStatementValues(change) })
      .catch(rejectDuplicateOffer);
    if (!found) throw offerNotFound(offerId);
    const { brokerId } = found;
    await writeEvent(tx, {
      type: 'offer.changed',
      id: offerId,
      brokerId,
      keyId: caller.keyId,
      details: { changed },
    });
    return findOffer(tx, { caller, offerId });
  });
}

function toStatementValues({ name, description, externalCode, metadata }: Omit<OfferChange, 'caller' | 'offerId'>) {
  return {
    name,
    hasDescription: description !== undefined,
    description,
    hasExternalCode: externalCode !== undefined,
    externalCode,
    metadata,
  };
}
