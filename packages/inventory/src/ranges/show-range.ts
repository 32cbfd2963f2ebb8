import type { Range, RangeKind } from '@linework/schemas/inventory/ranges/range';

/** A range as it is stored. */
export interface RangeRow {
  readonly id: string;
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly brokerId: string;
  readonly createdAt: Date;
}

/** A range as every client sees it. */
export function showRange({ id, kind, from, to, brokerId, createdAt }: RangeRow): Range {
  return { id, kind: kind as RangeKind, from, to, brokerId, createdAt: createdAt.toISOString() };
}
