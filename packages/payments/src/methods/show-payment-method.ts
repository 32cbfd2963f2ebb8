import type { PaymentMethod } from '@linework/schemas/payment-methods/payment-method';

/** A payment method as Prisma returns it. */
export interface PaymentMethodRecord {
  readonly id: string;
  readonly brokerId: string;
  readonly customerId: string;
  readonly type: string;
  readonly status: string;
  readonly isDefault: boolean;
  readonly brand: string | null;
  readonly lastFour: string | null;
  readonly expiresOn: Date | null;
  readonly reason: string | null;
  readonly metadata: unknown;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly activatedAt: Date | null;
  readonly removedAt: Date | null;
}

/** The columns to read. The token is excluded: only the payment provider may see it. */
export const paymentMethodSelection = {
  id: true,
  brokerId: true,
  customerId: true,
  type: true,
  status: true,
  isDefault: true,
  brand: true,
  lastFour: true,
  expiresOn: true,
  reason: true,
  metadata: true,
  createdAt: true,
  updatedAt: true,
  activatedAt: true,
  removedAt: true,
} as const;

/** Maps a payment method to its API form. Members without a value are left out. */
export function showPaymentMethod(record: PaymentMethodRecord): PaymentMethod {
  return {
    id: record.id,
    brokerId: record.brokerId,
    customerId: record.customerId,
    type: record.type as PaymentMethod['type'],
    status: record.status as PaymentMethod['status'],
    isDefault: record.isDefault,
    ...(record.brand !== null && { brand: record.brand }),
    ...(record.lastFour !== null && { lastFour: record.lastFour }),
    ...(record.expiresOn && { expiresOn: record.expiresOn.toISOString().slice(0, 10) }),
    ...(record.reason !== null && { reason: record.reason }),
    metadata: record.metadata as PaymentMethod['metadata'],
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
    ...(record.activatedAt && { activatedAt: record.activatedAt.toISOString() }),
    ...(record.removedAt && { removedAt: record.removedAt.toISOString() }),
  };
}
