import type { ResourceType } from '@linework/schemas/inventory/resource-type';

/** A resource type as it is read from the database. */
export interface ResourceTypeRecord {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly reusable: boolean;
  readonly reservationTtl: number;
  readonly quarantineTtl: number;
  readonly secretAttributes: readonly string[];
  readonly createdAt: Date;
}

/** A type as every client sees it. */
export function showResourceType({
  reservationTtl,
  quarantineTtl,
  createdAt,
  ...type
}: ResourceTypeRecord): ResourceType {
  const { id, code, name, reusable, secretAttributes } = type;
  const ttls = { reservationTTL: reservationTtl, quarantineTTL: quarantineTtl };
  return {
    id,
    code,
    name,
    reusable,
    ...ttls,
    secretAttributes: [...secretAttributes],
    createdAt: createdAt.toISOString(),
  };
}
