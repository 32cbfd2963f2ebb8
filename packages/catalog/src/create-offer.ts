import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import { writeEvent } from '@linework/events/insert-event';
import { resolveBroker } from '@linework/lists/resolve-broker';
import type { Offer } from '@linework/schemas/catalog/offer';
import { v7 as newId } from 'uuid';
import { findOffer } from './find-offer.ts';
import { rejectDuplicateOffer } from './reject-duplicate-offer.ts';

export interface NewOffer {
  readonly caller: Caller;
  readonly brokerId: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly externalCode?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Creates an offer without a version. Raises 422 for an unknown broker, and conflict when another of its offers has the
 * external code.
 */
export function createOffer(
  db: Db,
  { caller, brokerId: requestedBrokerId, metadata = {}, ...details }: NewOffer,
): Promise<Offer> {
  const id = newId();
  const { name, description = null, externalCode = null } = details;
  return db.transaction(async (tx) => {
    const brokerId = await resolveBroker(tx, caller, requestedBrokerId);
    await tx.prisma.offer
      .create({ data: { id, brokerId, name, description, externalCode, metadata: metadata as object } })
      .catch(rejectDuplicateOffer);
    await writeEvent(tx, { type: 'offer.created', id, brokerId, keyId: caller.keyId });
    return findOffer(tx, { caller, offerId: id });
  });
}
