import { silentLog } from '@linework/log/log';
import { createPaymentMethod, type NewPaymentMethod } from '@linework/payments/methods/create-payment-method';
import { reconcilePaymentMethods } from '@linework/payments/methods/reconcile-payment-methods';
import { v7 as newId } from 'uuid';
import type { DemoContext } from './demo-context.ts';
import type { DemoHolders } from './seed-holders.ts';

export interface DemoPaymentMethods {
  /** Ana's default card: ACTIVE. */
  readonly card: string;
  /** Ana's second card: ACTIVE. The provider declines every charge to it. */
  readonly declinedCard: string;
  /** Bruno's Pix authorisation: PENDING until he confirms it at his bank. */
  readonly pix: string;
}

/** Creates payment methods and reads their status from the provider. */
export async function seedPaymentMethods(
  context: DemoContext,
  { ana, bruno }: DemoHolders,
): Promise<DemoPaymentMethods> {
  return {
    card: await seedPaymentMethod(context, {
      customerId: ana,
      type: 'CARD',
      token: `tok_${newId()}`,
      makeDefault: true,
    }),
    declinedCard: await seedPaymentMethod(context, { customerId: ana, type: 'CARD', token: `tok_declined_${newId()}` }),
    pix: await seedPaymentMethod(context, { customerId: bruno, type: 'PIX_AUTHORIZATION', token: `tok_${newId()}` }),
  };
}

/** Payment methods are sent to the provider one at a time, because a transaction has one connection. */
async function seedPaymentMethod(
  { db, caller, partners: { paymentProvider } }: DemoContext,
  wanted: Omit<NewPaymentMethod, 'caller'>,
): Promise<string> {
  const { id } = await createPaymentMethod(db, { caller, ...wanted });
  await reconcilePaymentMethods({ db, log: silentLog, paymentProvider });
  return id;
}
