import type { Db } from '@linework/db/db';
import { v7 as newId } from 'uuid';
import { toDate } from '../billing/civil-day.ts';
import type { PricedCharge } from '../billing/priced.ts';

/** What the last invoice could not give back waits for the next one. */
export interface CarriedOverCharge extends Omit<PricedCharge, 'id'> {
  readonly subscriptionId: string;
  readonly brokerId: string;
}

/** Notes an amount that goes over from one invoice of a subscription to its next. */
export async function carryOver(tx: Pick<Db, 'prisma'>, { periodFrom, periodUntil, ...charge }: CarriedOverCharge): Promise<void> {
  await tx.prisma.subscriptionCharge.create({ data: { id: newId(), ...charge, periodFrom: toDate(periodFrom), periodUntil: toDate(periodUntil) } });
}
