import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { statement } from '@linework/db/statement';
import { insertEvent } from '@linework/events/insert-event';
import { unprocessableRequest } from '@linework/problem-details/make-problem';
import type { NewOfferVersion } from '@linework/schemas/catalog/new-offer-version';
import type { OfferVersion, OfferVersionContent } from '@linework/schemas/catalog/offer-version';
import { v7 as newId } from 'uuid';
import { offerNotFound } from './find-offer.ts';
import { findOfferVersion } from './find-offer-version.ts';

/** Version numbers are consecutive, so every publication locks the offer. */
const lockStatement = statement(
  'lock-offer',
  { offerId: 'uuid', brokerId: 'uuid?' },
  `UPDATE offer
   SET updated_at = now()
   WHERE id = :offerId AND (:brokerId IS NULL OR broker_id = :brokerId)
   RETURNING broker_id AS "brokerId"`,
);

const publishStatement = statement(
  'publish-offer-version',
  {
    versionId: 'uuid',
    offerId: 'uuid',
    brokerId: 'uuid',
    validFrom: 'timestamptz?',
    validUntil: 'timestamptz?',
    content: 'jsonb',
    keyId: 'uuid',
  },
  `WITH published AS (
    INSERT INTO offer_version (id, offer_id, broker_id, version, valid_from, valid_until, content)
    SELECT :versionId, :offerId, :brokerId, coalesce(max(version), 0) + 1, coalesce(:validFrom, now()), :validUntil,
      :content
    FROM offer_version
    WHERE offer_id = :offerId
    HAVING :validUntil IS NULL OR :validUntil > coalesce(:validFrom, now())
    RETURNING id, offer_id, broker_id, version
  )
  ${insertEvent('offer.published', {
    id: 'offer_id',
    key: ':keyId',
    details: "jsonb_build_object('versionId', id, 'version', version)",
  })}
  FROM published
  RETURNING 1`,
);

export interface Publication extends NewOfferVersion {
  readonly caller: Caller;
  readonly offerId: string;
}

/**
 * Publishes the next version of an offer, valid from now unless `validFrom` is set. Missing ids are generated. Raises
 * not-found, and 422 if the validity would end before it begins.
 */
export function publishOfferVersion(
  db: Db,
  { caller, offerId, validFrom, validUntil, ...versionInput }: Publication,
): Promise<OfferVersion> {
  const versionId = newId();
  const content = buildVersionContent(versionInput);
  return db.transaction(async (tx) => {
    const [offer] = await tx.query(lockStatement, {
      offerId,
      brokerId: caller.brokerId,
    });
    if (!offer) throw offerNotFound(offerId);
    const [published] = await tx.query(publishStatement, {
      versionId,
      offerId,
      brokerId: offer.brokerId,
      validFrom,
      validUntil,
      content,
      keyId: caller.keyId,
    });
    if (!published)
      throw unprocessableRequest('`validUntil` must be after `validFrom`, which defaults to now.', {
        code: 'invalid-validity-period',
      });
    return findOfferVersion(tx, { caller, versionId });
  });
}

/** Builds the content of a version. Items without an id get a new one. */
function buildVersionContent({
  products,
  discounts,
  onLastLineEnded,
}: Pick<NewOfferVersion, 'products' | 'discounts' | 'onLastLineEnded'>): OfferVersionContent {
  return {
    products: products.map(({ id = newId(), components, ...product }) => ({
      id,
      ...product,
      components: components.map(({ id: componentId = newId(), ...component }) => ({ id: componentId, ...component })),
    })),
    discounts: discounts.map(({ id = newId(), discountId = newId(), ...discount }) => ({
      id,
      discountId,
      ...discount,
    })),
    onLastLineEnded,
  };
}
