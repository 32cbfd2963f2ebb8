import { z } from 'zod';
import { paymentMethodLifecycle } from '../lifecycles/payment-method.lifecycle.ts';
import { freeForm } from '../values/free-form.ts';

const timestamp = z.iso.datetime();

export const paymentMethodTypes = ['CARD', 'PIX_AUTHORIZATION'] as const;
export type PaymentMethodType = (typeof paymentMethodTypes)[number];

/** A payment method of a holder. Its token is never returned. */
export const paymentMethod = z
  .strictObject({
    id: z.uuid(),
    brokerId: z.uuid(),
    customerId: z.uuid().meta({ description: 'The id of the holder.' }),
    type: z.enum(paymentMethodTypes),
    status: z.enum(paymentMethodLifecycle.statuses),
    isDefault: z.boolean(),
    brand: z.string().optional(),
    lastFour: z.string().optional().meta({ description: 'The last four digits of a card.' }),
    expiresOn: z.iso.date().optional().meta({ description: 'The last day on which the card can be charged.' }),
    reason: z.string().optional().meta({ description: 'The reason for the rejection.' }),
    metadata: freeForm,
    createdAt: timestamp,
    updatedAt: timestamp,
    activatedAt: timestamp.optional(),
    removedAt: timestamp.optional(),
  })
  .meta({ id: 'PaymentMethod' });

export type PaymentMethod = z.infer<typeof paymentMethod>;
