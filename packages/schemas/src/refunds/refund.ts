import { z } from 'zod';
import { refundLifecycle } from '../lifecycles/refund.lifecycle.ts';
import { freeForm } from '../values/free-form.ts';
import { amount, currency } from '../values/money.ts';

const timestamp = z.iso.datetime();

/** A partial or full refund of a payment. */
export const refund = z
  .strictObject({
    id: z.uuid(),
    brokerId: z.uuid(),
    paymentId: z.uuid(),
    status: z.enum(refundLifecycle.statuses),
    amount,
    currency,
    reason: z.string().optional().meta({ description: 'The reason for the failure.' }),
    metadata: freeForm,
    endedAt: timestamp.optional().meta({ description: 'The time at which it became COMPLETED or FAILED.' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Refund' });

export type Refund = z.infer<typeof refund>;
