import type { ListedOffer } from '@linework/schemas/catalog/offer';

/** An offer as it is read. */
export interface OfferRecord {
  readonly id: string;
  readonly brokerId: string;
  readonly name: string;
  readonly description: string | null;
  readonly externalCode: string | null;
  readonly metadata: unknown;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An offer as its clients see it, without its versions; what has no value is left out. */
export function showOffer({ id, brokerId, name, description, externalCode, metadata, createdAt, updatedAt }: OfferRecord): Omit<ListedOffer, 'currentVersion'> {
  return {
    id,
    brokerId,
    name,
    ...(description !== null && { description }),
    ...(externalCode !== null && { externalCode }),
    metadata: metadata as ListedOffer['metadata'],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
