import type { Db } from '@linework/db/db';
import { type RowOf, statement } from '@linework/db/statement';
import type { RangeKind } from '@linework/schemas/inventory/ranges/range';
import type { PoolToFill } from '../pools/find-pool-to-fill.ts';

const findStatement = statement(
  'find-ranges-of-broker',
  { brokerId: 'uuid', kinds: 'text[]' },
  `SELECT kind, from_code AS "from", to_code AS "to"
   FROM number_range
   WHERE broker_id = :brokerId AND kind = ANY(:kinds)
   ORDER BY from_code COLLATE "C"`,
).returns<{ readonly kind: RangeKind }>();

/** The fields of a resource that must be in a range, by the code of its type. Other types have none. */
const kindsByType: Readonly<Record<string, { readonly externalCode: RangeKind; readonly imsi?: RangeKind }>> = {
  MSISDN: { externalCode: 'MSISDN' },
  SIM: { externalCode: 'ICCID', imsi: 'IMSI' },
};

type FoundRange = RowOf<typeof findStatement>;

/** The codes of a resource that are checked, if present. */
interface ResourceCodes {
  readonly externalCode?: string | undefined;
  readonly imsi?: string | undefined;
}

/** Returns the codes of a resource that are not in a range of the broker. */
export type RangeCheck = (codes: ResourceCodes) => readonly (keyof ResourceCodes)[];

/** Loads the ranges of the pool's broker and returns the check for new resources of the pool. */
export async function loadPoolRanges(
  db: Pick<Db, 'query'>,
  { typeCode, brokerId }: Pick<PoolToFill, 'typeCode' | 'brokerId'>,
): Promise<RangeCheck> {
  const kinds = kindsByType[typeCode];
  if (!kinds) return () => [];
  const ranges = await db.query(findStatement, { brokerId, kinds: Object.values(kinds) });
  const byKind = Map.groupBy(ranges, ({ kind, from }) => buildKey(kind, from));
  const isOutside = (kind: RangeKind | undefined, code: string | undefined) =>
    kind !== undefined && code !== undefined && !isInRanges(byKind.get(buildKey(kind, code)) ?? [], code);
  return (codes) => (['externalCode', 'imsi'] as const).filter((name) => isOutside(kinds[name], codes[name]));
}

/** A code can only be in a range of codes with the same length. */
const buildKey = (kind: RangeKind, code: string) => `${kind} ${code.length}`;

/** The ranges are sorted and do not overlap, so only the last one that begins at or before a code can contain it. */
function isInRanges(ranges: readonly FoundRange[], code: string): boolean {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.from ?? '') <= code) low = middle + 1;
    else high = middle;
  }
  return (ranges[low - 1]?.to ?? '') >= code;
}
