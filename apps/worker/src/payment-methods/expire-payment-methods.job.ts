import type { Db } from '@linework/db/db';
import { expirePaymentMethods } from '@linework/payments/methods/expire-payment-methods';

export function expirePaymentMethodsHandler(db: Pick<Db, 'query'>) {
  return async (): Promise<void> => {
    await expirePaymentMethods(db);
  };
}
