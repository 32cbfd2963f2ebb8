import { z } from 'zod';
import { freeForm } from '../values/free-form.ts';
import { claimSource } from './claim-source.ts';

/** The properties of a new line. */
export const newLine = z.strictObject({
  customerId: z.uuid().meta({ description: 'The holder.' }),
  msisdn: claimSource,
  sim: claimSource,
  activate: z
    .boolean()
    .optional()
    .meta({
      description:
        'True activates the line in the same order; otherwise it becomes STAND_BY. If the network already has the ' +
        'subscriber in service, `false` takes it ' +
        'out of service, and without this member the order is refused with `subscriber-in-service`.',
    }),
  subscriptionId: z.uuid().optional(),
  externalCode: z.string().min(1).max(200).optional().meta({ description: 'Unique among the lines of a broker.' }),
  metadata: freeForm.default({}),
});
