import { z } from 'zod';
import { paymentLifecycle } from '../lifecycles/payment.lifecycle.ts';
import { paymentMethodTypes } from '../payment-methods/payment-method.ts';
import { freeForm } from '../values/free-form.ts';
import { amount, currency } from '../values/money.ts';

const timestamp = z.iso.datetime();

/** One attempt to pay an invoice. */
export const payment = z
  .strictObject({
    id: z.uuid(),
    brokerId: z.uuid(),
    customerId: z.uuid().meta({ description: 'The id of the holder.' }),
    invoiceId: z.uuid(),
    paymentMethodId: z.uuid(),
    paymentMethodType: z.enum(paymentMethodTypes),
    status: z.enum(paymentLifecycle.statuses),
    amount,
    currency,
    refundedAmount: amount.meta({ description: 'The sum of the COMPLETED refunds.' }),
    reason: z.string().optional().meta({ description: 'The reason for the failure or reversal.' }),
    cancelRequestedAt: timestamp.optional().meta({ description: 'The time at which its cancellation was requested.' }),
    authorizedAt: timestamp.optional(),
    confirmedAt: timestamp.optional(),
    endedAt: timestamp
      .optional()
      .meta({ description: 'The time at which it became FAILED, CANCELED, REFUNDED or CHARGED_BACK.' }),
    metadata: freeForm,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Payment' });

export type Payment = z.infer<typeof payment>;
