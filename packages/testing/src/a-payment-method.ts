import { randomUUID } from 'node:crypto';
import type { Db } from '@linework/db/db';
import { paymentMethodStatusEvents } from '@linework/schemas/events';
import type { PaymentMethodStatus } from '@linework/schemas/lifecycles/payment-method.lifecycle';
import { aBroker } from './a-broker.ts';
import { aHolder } from './a-holder.ts';

export interface TestPaymentMethod {
  readonly id: string;
  readonly brokerId: string;
  readonly customerId: string;
  readonly token: string;
}

/** The values that a test may choose for its payment method. The others have generated values. */
export interface PaymentMethodOptions {
  readonly brokerId?: string;
  readonly customerId?: string;
  readonly type?: 'CARD' | 'PIX_AUTHORIZATION';
  readonly token?: string;
  readonly isDefault?: boolean;
  /** YYYY-MM-DD. */
  readonly expiresOn?: string;
}

const statusPaths = {
  PENDING: ['PENDING'],
  ACTIVE: ['PENDING', 'ACTIVE'],
  SUSPENDED: ['PENDING', 'ACTIVE', 'SUSPENDED'],
  REMOVED: ['PENDING', 'ACTIVE', 'REMOVED'],
  REFUSED: ['PENDING', 'REFUSED'],
  EXPIRED: ['PENDING', 'ACTIVE', 'EXPIRED'],
} as const satisfies Record<PaymentMethodStatus, readonly PaymentMethodStatus[]>;

/**
 * A payment method that reached its status by allowed transitions, each with its event. It is unknown to the provider.
 */
export async function aPaymentMethod(
  db: Db,
  status: PaymentMethodStatus = 'ACTIVE',
  options: PaymentMethodOptions = {},
): Promise<TestPaymentMethod> {
  const { type = 'CARD', token = `tok_${randomUUID()}`, isDefault = false, expiresOn = '2039-12-31' } = options;
  const brokerId = options.brokerId ?? (await aBroker(db)).id;
  const customerId = options.customerId ?? (await aHolder(db, { brokerId })).id;
  const id = randomUUID();
  const card = type === 'CARD' ? { brand: 'visa', lastFour: '4242', expiresOn: new Date(expiresOn) } : {};
  await db.transaction(async (tx) => {
    await tx.prisma.paymentMethod.create({
      data: { id, brokerId, customerId, type, token, status: 'PENDING', ...card },
    });
    let from: PaymentMethodStatus | null = null;
    for (const to of statusPaths[status]) {
      if (from !== null)
        await tx.prisma.paymentMethod.updateMany({
          where: { id, status: from },
          data: { status: to, ...statusColumns(to, isDefault) },
        });
      const statusEvent = {
        type: paymentMethodStatusEvents[to],
        resourceType: 'payment-method',
        resourceId: id,
        fromStatus: from,
        toStatus: to,
      };
      await tx.prisma.event.create({ data: { brokerId, ...statusEvent } });
      from = to;
    }
  });
  return { id, brokerId, customerId, token };
}

function statusColumns(status: PaymentMethodStatus, isDefault: boolean) {
  if (status === 'ACTIVE') return { activatedAt: new Date(), isDefault };
  return { isDefault: false, ...(status === 'REMOVED' && { removedAt: new Date() }) };
}
