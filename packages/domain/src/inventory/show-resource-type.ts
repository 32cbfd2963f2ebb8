import type { ResourceType } from '@linework/schemas/inventory/resource-type';

/** A type as it is read. */
export interface ResourceTypeRecord {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly reusable: boolean;
  readonly reservationTtl: number;
  readonly quarantineTtl: number;
  readonly createdAt: Date;
}

/** A type as every client sees it. */
export function showResourceType({ id, code, name, reusable, reservationTtl, quarantineTtl, createdAt }: ResourceTypeRecord): ResourceType {
  return { id, code, name, reusable, reservationTTL: reservationTtl, quarantineTTL: quarantineTtl, createdAt: createdAt.toISOString() };
}
