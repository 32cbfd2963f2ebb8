import type { Db } from '@linework/db/db';
import { v7 as newId } from 'uuid';
import { dateOf } from '../billing/civil-day.ts';
import type { PricedCharge } from '../billing/priced.ts';

/** What the last invoice could not give back waits for the next one. */
export interface CarriedOver extends Omit<PricedCharge, 'id'> {
  readonly subscriptionId: string;
  readonly brokerId: string;
}

/** Notes an amount that goes over from one invoice of a subscription to its next. */
export async function carryOver(tx: Pick<Db, 'prisma'>, { periodFrom, periodUntil, ...charge }: CarriedOver): Promise<void> {
  await tx.prisma.subscriptionCharge.create({ data: { id: newId(), ...charge, periodFrom: dateOf(periodFrom), periodUntil: dateOf(periodUntil) } });
}
