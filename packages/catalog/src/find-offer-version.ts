import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { OfferVersionModel } from '@linework/db/generated/models/OfferVersion';
import { visibleTo } from '@linework/lists/visible-to';
import { notFound } from '@linework/problem-details/make-problem';
import { type OfferVersion, type OfferVersionContent, offerVersion } from '@linework/schemas/catalog/offer-version';
import { printRecord } from '@linework/schemas/print-record';

export interface OfferVersionTarget {
  readonly caller: Caller;
  readonly versionId: string;
  /** If present, the version must belong to this offer. */
  readonly offerId?: string;
}

/**
 * Returns the version in its API form. Raises not-found when it does not exist or belongs to another offer or broker.
 */
export async function findOfferVersion(
  db: Pick<Db, 'prisma'>,
  { caller, versionId, offerId }: OfferVersionTarget,
): Promise<OfferVersion> {
  const record = await db.prisma.offerVersion.findFirst({
    where: { id: versionId, ...visibleTo(caller), ...(offerId !== undefined && { offerId }) },
  });
  if (!record)
    throw notFound(
      offerId === undefined ? `There is no version ${versionId}.` : `Offer ${offerId} has no version ${versionId}.`,
    );
  return printOfferVersion(record);
}

export const printOfferVersion = (record: OfferVersionRow) => printRecord(offerVersion, withContent(record));

/** A version with its content. Versions from before the policy existed do not have it. */
export function withContent(record: OfferVersionRow) {
  const { products, discounts, onLastLineEnded = 'cancel' } = record.content as StoredContent;
  return { ...record, products, discounts, onLastLineEnded, currency: 'BRL' };
}

type StoredContent = Omit<OfferVersionContent, 'onLastLineEnded'> & Partial<OfferVersionContent>;

type OfferVersionRow = Omit<OfferVersionModel, 'content'> & { readonly content: unknown };
