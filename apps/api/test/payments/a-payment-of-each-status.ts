import { aPayment, type TestPayment } from '@linework/testing/a-payment';
import { aPaymentMethod } from '@linework/testing/a-payment-method';
import type { TestApi } from '../support/test-api.ts';

/** Creates a payment of a broker in each status that allows a request, and one that has ended. */
export function aPaymentOfEachStatus({ db }: TestApi, brokerId: string): Promise<readonly TestPayment[]> {
  return Promise.all(
    (['PENDING', 'AUTHORIZED', 'CONFIRMED', 'FAILED'] as const).map((status) => aPayment(db, status, { brokerId })),
  );
}

/** Creates a payment method of a broker in each status that allows a request, and one that has ended. */
export async function aPaymentMethodOfEachStatus({ db }: TestApi, brokerId: string): Promise<readonly string[]> {
  const methods = (['PENDING', 'ACTIVE', 'SUSPENDED', 'REMOVED'] as const).map((status) =>
    aPaymentMethod(db, status, { brokerId }),
  );
  return (await Promise.all(methods)).map(({ id }) => id);
}
