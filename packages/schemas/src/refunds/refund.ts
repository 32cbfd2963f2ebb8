import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { amount, currency } from '../money.ts';
import { refundLifecycle } from './refund.lifecycle.ts';

const timestamp = z.iso.datetime();

/** Money of a payment that is given back, in part or in full. */
export const refund = z
  .strictObject({
    id: z.uuid(),
    brokerId: z.uuid(),
    paymentId: z.uuid(),
    status: z.enum(refundLifecycle.statuses),
    amount,
    currency,
    reason: z.string().optional().meta({ description: 'Why it FAILED.' }),
    metadata: freeForm,
    endedAt: timestamp.optional().meta({ description: 'When it was COMPLETED or FAILED.' }),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Refund' });

export type Refund = z.infer<typeof refund>;
