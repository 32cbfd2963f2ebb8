import type { Db } from '@linework/db/db';
import { v7 as newId } from 'uuid';
import { dateOf } from '../billing/civil-day.ts';
import { centsOf } from '../billing/money.ts';
import type { SubscribedProduct } from './load-product.ts';
import type { HeldSubscription } from './lock-subscription.ts';
import { type PartOfCycle, withADay } from './price-rest.ts';

/** Writes what is to be paid, or given back, with the next invoice; an amount of nothing is not written. */
export async function insertCharge(tx: Db, held: HeldSubscription, product: SubscribedProduct, charge: { readonly amount: string; readonly for: PartOfCycle }) {
  if (centsOf(charge.amount) === 0n) return;
  const { periodFrom, periodUntil } = withADay(charge.for);
  await tx.prisma.subscriptionCharge.create({
    data: {
      id: newId(),
      subscriptionId: held.id,
      brokerId: held.brokerId,
      subscriptionProductId: product.id,
      productId: product.productId,
      description: product.content.name,
      amount: charge.amount,
      periodFrom: dateOf(periodFrom),
      periodUntil: dateOf(periodUntil),
    },
  });
}
