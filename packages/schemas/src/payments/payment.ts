import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { amount, currency } from '../money.ts';
import { paymentMethodTypes } from '../payment-methods/payment-method.ts';
import { paymentLifecycle } from './payment.lifecycle.ts';

const timestamp = z.iso.datetime();

/** One attempt to have an invoice paid. */
export const payment = z
  .strictObject({
    id: z.uuid(),
    brokerId: z.uuid(),
    customerId: z.uuid().meta({ description: 'The holder.' }),
    invoiceId: z.uuid(),
    paymentMethodId: z.uuid(),
    paymentMethodType: z.enum(paymentMethodTypes),
    status: z.enum(paymentLifecycle.statuses),
    amount,
    currency,
    refundedAmount: amount.meta({ description: 'How much of it was given back by refunds that are COMPLETED.' }),
    reason: z.string().optional().meta({ description: 'Why it came to nothing, or was taken back.' }),
    cancelRequestedAt: timestamp.optional().meta({ description: 'Since when the payment provider is being told to call it off.' }),
    authorizedAt: timestamp.optional(),
    confirmedAt: timestamp.optional(),
    endedAt: timestamp.optional().meta({ description: 'When it came to FAILED, CANCELED, REFUNDED or CHARGED_BACK.' }),
    metadata: freeForm,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Payment' });

export type Payment = z.infer<typeof payment>;
