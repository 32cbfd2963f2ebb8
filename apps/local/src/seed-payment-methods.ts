import { createPaymentMethod, type NewPaymentMethod } from '@linework/domain/payment-methods/create-payment-method';
import { reconcilePaymentMethods } from '@linework/domain/payment-methods/reconcile-payment-methods';
import { silentLog } from '@linework/log/log';
import { v7 as newId } from 'uuid';
import type { DemoContext } from './demo-context.ts';
import type { DemoHolders } from './seed-holders.ts';

export interface DemoPaymentMethods {
  /** Ana's card, her default: ACTIVE. */
  readonly card: string;
  /** Another of hers, ACTIVE, to which the provider says no whenever it is charged. */
  readonly declinedCard: string;
  /** Bruno's, PENDING until he says yes at his bank. */
  readonly pix: string;
}

/** Makes ways to pay and has the provider say what they are. */
export async function seedPaymentMethods(context: DemoContext, { ana, bruno }: DemoHolders): Promise<DemoPaymentMethods> {
  return {
    card: await seedPaymentMethod(context, { customerId: ana, type: 'CARD', token: `tok_${newId()}`, makeDefault: true }),
    declinedCard: await seedPaymentMethod(context, { customerId: ana, type: 'CARD', token: `tok_declined_${newId()}` }),
    pix: await seedPaymentMethod(context, { customerId: bruno, type: 'PIX_AUTHORIZATION', token: `tok_${newId()}` }),
  };
}

/** The provider is asked about one at a time: a transaction has one connection. */
async function seedPaymentMethod({ db, caller, partners: { paymentProvider } }: DemoContext, wanted: Omit<NewPaymentMethod, 'caller'>): Promise<string> {
  const { id } = await createPaymentMethod(db, { caller, ...wanted });
  await reconcilePaymentMethods({ db, log: silentLog, paymentProvider });
  return id;
}
