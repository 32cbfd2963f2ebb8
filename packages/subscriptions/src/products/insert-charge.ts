import { toDate } from '@linework/billing/civil-day';
import { toCents } from '@linework/billing/money';
import type { Db } from '@linework/db/db';
import { v7 as newId } from 'uuid';
import { type PartOfCycle, toChargePeriod } from '../cycles/split-cycle.ts';
import type { LockedSubscription } from '../lock-subscription.ts';
import type { SubscribedProduct } from './load-product.ts';

/** Inserts a charge or credit for the next invoice. A zero amount is not inserted. */
export async function insertCharge(
  tx: Db,
  locked: LockedSubscription,
  product: SubscribedProduct,
  charge: { readonly amount: string; readonly part: PartOfCycle },
) {
  if (toCents(charge.amount) === 0n) return;
  const { periodFrom, periodUntil } = toChargePeriod(charge.part);
  await tx.prisma.subscriptionCharge.create({
    data: {
      id: newId(),
      subscriptionId: locked.id,
      brokerId: locked.brokerId,
      subscriptionProductId: product.id,
      productId: product.productId,
      description: product.content.name,
      amount: charge.amount,
      periodFrom: toDate(periodFrom),
      periodUntil: toDate(periodUntil),
    },
  });
}
