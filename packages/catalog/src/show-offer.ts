import type { ListedOffer } from '@linework/schemas/catalog/offer';

/** An offer as Prisma returns it. */
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

/** Maps an offer to its API form, without its versions. Members without a value are left out. */
export function showOffer({
  id,
  brokerId,
  name,
  description,
  externalCode,
  metadata,
  createdAt,
  updatedAt,
}: OfferRecord): Omit<ListedOffer, 'currentVersion'> {
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
