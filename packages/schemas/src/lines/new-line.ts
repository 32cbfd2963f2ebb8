import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { claimSource } from './claim-source.ts';

/** The properties of a new line. */
export const newLine = z.strictObject({
  customerId: z.uuid().meta({ description: 'The holder.' }),
  msisdn: claimSource,
  sim: claimSource,
  activate: z.boolean().default(false).meta({ description: 'True activates the line in the same order; otherwise it becomes STAND_BY.' }),
  subscriptionId: z.uuid().optional(),
  externalCode: z.string().min(1).max(200).optional().meta({ description: 'Unique among the lines of a broker.' }),
  metadata: freeForm.default({}),
});
