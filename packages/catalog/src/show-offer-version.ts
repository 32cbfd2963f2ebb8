import type { OfferVersionSummary } from '@linework/schemas/catalog/offer';
import type { OfferVersion, OfferVersionContent } from '@linework/schemas/catalog/offer-version';

/** A version as the database returns it, without its content. */
export interface OfferVersionHead {
  readonly id: string;
  readonly offerId: string;
  readonly version: number;
  readonly validFrom: Date;
  readonly validUntil: Date | null;
  readonly createdAt: Date;
}

export interface OfferVersionRecord extends OfferVersionHead {
  readonly brokerId: string;
  readonly content: unknown;
}

/** Maps a version to its API form. */
export function showOfferVersion(record: OfferVersionRecord): OfferVersion {
  // Versions from before this policy existed do not have it.
  const {
    products,
    discounts,
    onLastLineEnded = 'cancel',
  } = record.content as Partial<OfferVersionContent> & Omit<OfferVersionContent, 'onLastLineEnded'>;
  return {
    ...summariseOfferVersion(record),
    brokerId: record.brokerId,
    currency: 'BRL',
    products,
    discounts,
    onLastLineEnded,
  };
}

/** Maps a version to its API form without the content. */
export function summariseOfferVersion({
  id,
  offerId,
  version,
  validFrom,
  validUntil,
  createdAt,
}: OfferVersionHead): OfferVersionSummary {
  return {
    id,
    offerId,
    version,
    validFrom: validFrom.toISOString(),
    ...(validUntil && { validUntil: validUntil.toISOString() }),
    createdAt: createdAt.toISOString(),
  };
}
