import { z } from 'zod';

/** The records that partners are called about. */
export const unansweredKinds = ['payment', 'refund', 'payment-method', 'tax-receipt', 'port-in', 'port-out'] as const;
export type UnansweredKind = (typeof unansweredKinds)[number];

/** The partners that are called. */
export const partners = ['payment-provider', 'tax-authority', 'clearing-house'] as const;

/** The partner of each kind of record. */
export const partnerOf = {
  payment: 'payment-provider',
  refund: 'payment-provider',
  'payment-method': 'payment-provider',
  'tax-receipt': 'tax-authority',
  'port-in': 'clearing-house',
  'port-out': 'clearing-house',
} as const satisfies Record<UnansweredKind, (typeof partners)[number]>;

/**
 * WAITING: the call is repeated automatically. STOPPED: the age limit has passed and an operator decides. ENDED: the
 * partner responded, or an operator decided.
 */
export const unansweredStatuses = ['WAITING', 'STOPPED', 'ENDED'] as const;

export const unansweredCall = z
  .strictObject({
    id: z.uuid(),
    kind: z.enum(unansweredKinds),
    recordId: z.uuid().meta({ description: 'The payment, refund, payment method, tax receipt, port-in or port-out.' }),
    brokerId: z.uuid(),
    status: z.enum(unansweredStatuses),
    since: z.iso.datetime().meta({ description: 'The first call that failed.' }),
    failures: z.int().min(1),
    code: z.string().meta({ description: 'Why the last call failed, such as `tax-authority-timeout`.' }),
    stoppedAt: z.iso.datetime().optional(),
    endedAt: z.iso.datetime().optional(),
    decision: z.string().optional().meta({ description: 'The status that an operator set.' }),
    reason: z.string().optional(),
  })
  .meta({ id: 'UnansweredCall' });

export type UnansweredCall = z.infer<typeof unansweredCall>;
