import type { Db } from '@linework/db/db';
import { expirePaymentMethods } from '@linework/domain/payment-methods/expire-payment-methods';

export function expirePaymentMethodsHandler(db: Pick<Db, 'query'>) {
  return async (): Promise<void> => {
    await expirePaymentMethods(db);
  };
}
