import type { Holder } from '@linework/schemas/holders/holder';
import type { PostalAddress } from '@linework/schemas/holders/postal-address';

/** A holder as Prisma returns it. */
export interface HolderRecord {
  readonly id: string;
  readonly brokerId: string;
  readonly name: string;
  readonly federalTaxId: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: unknown;
  readonly externalCode: string | null;
  readonly metadata: unknown;
  readonly anonymisedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Maps a holder to its API form. Members without a value are left out. */
export function showHolder(record: HolderRecord): Holder {
  const { id, brokerId, name, federalTaxId, email, phone, address, externalCode, metadata, anonymisedAt } = record;
  return {
    id,
    brokerId,
    name,
    ...(federalTaxId !== null && { federalTaxId }),
    ...(email !== null && { email }),
    ...(phone !== null && { phone }),
    ...(address !== null && { address: address as PostalAddress }),
    ...(externalCode !== null && { externalCode }),
    metadata: metadata as Holder['metadata'],
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    ...(anonymisedAt && { anonymisedAt: anonymisedAt.toISOString() }),
  };
}
