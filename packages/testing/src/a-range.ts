import { randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import type { RangeKind } from '@linework/schemas/inventory/ranges/range';

export interface TestRange {
  readonly id: string;
  readonly kind: RangeKind;
  readonly from: string;
  readonly to: string;
  readonly brokerId: string;
}

/** A range of a broker. Ranges of one kind must not overlap. */
export async function aRange(db: Pick<Db, 'prisma'>, range: Omit<TestRange, 'id'>): Promise<TestRange> {
  const created = { id: randomUUID(), ...range };
  await db.prisma.numberRange.create({ data: created });
  return created;
}

/** Every mobile number of Brazil, and every ICCID and IMSI of any length. */
const everyCode = [
  ['MSISDN', '+5500000000000', '+5599999999999'],
  ['ICCID', '8900000000000000000', '8999999999999999999'],
  ['ICCID', '89000000000000000000', '89999999999999999999'],
  ['IMSI', '00000000000000', '99999999999999'],
  ['IMSI', '000000000000000', '999999999999999'],
] as const;

/** Assigns every possible code to one broker. No other broker may have a range. */
export async function everyRange(
  db: Pick<Db, 'prisma'>,
  { id: brokerId }: { readonly id: string },
): Promise<readonly TestRange[]> {
  return Promise.all(everyCode.map(([kind, from, to]) => aRange(db, { kind, from, to, brokerId })));
}
