import { toDate } from '@linework/billing/civil-day';
import type { PricedCharge } from '@linework/billing/priced';
import type { Db } from '@linework/db/db';
import { v7 as newId } from 'uuid';

/** The part of a credit that the last invoice could not deduct. The next invoice deducts it. */
export interface CarriedOverCharge extends Omit<PricedCharge, 'id'> {
  readonly subscriptionId: string;
  readonly brokerId: string;
}

/** Stores an amount that is carried over from one invoice of a subscription to the next. */
export async function carryOver(
  tx: Pick<Db, 'prisma'>,
  { periodFrom, periodUntil, ...charge }: CarriedOverCharge,
): Promise<void> {
  await tx.prisma.subscriptionCharge.create({
    data: { id: newId(), ...charge, periodFrom: toDate(periodFrom), periodUntil: toDate(periodUntil) },
  });
}
