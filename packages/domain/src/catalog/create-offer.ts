import type { Caller } from '@linework/auth/caller';
import type { Db } from '@linework/db/db';
import type { Offer } from '@linework/schemas/catalog/offer';
import { v7 as newId } from 'uuid';
import { brokerOfRequest } from '../broker-of-request.ts';
import { findOffer } from './find-offer.ts';
import { offerTaken } from './offer-taken.ts';

export interface NewOffer {
  readonly caller: Caller;
  readonly brokerId: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly externalCode?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

/** Makes an offer without a version. Raises 422 where there is no such broker, and conflict where another of its offers has the code. */
export function createOffer(db: Db, { caller, brokerId: named, metadata = {}, ...wanted }: NewOffer): Promise<Offer> {
  const id = newId();
  const { name, description = null, externalCode = null } = wanted;
  return db.transaction(async (tx) => {
    const brokerId = await brokerOfRequest(tx, caller, named);
    await tx.prisma.offer.create({ data: { id, brokerId, name, description, externalCode, metadata: metadata as object } }).catch(offerTaken);
    await tx.prisma.event.create({ data: { type: 'offer.created', resourceType: 'offer', resourceId: id, brokerId, keyId: caller.keyId } });
    return findOffer(tx, { caller, offerId: id });
  });
}
