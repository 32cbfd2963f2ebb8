import { z } from 'zod';
import { freeForm } from '../free-form.ts';
import { claimSource } from './claim-source.ts';

/** What a line is created with. */
export const newLine = z.strictObject({
  customerId: z.uuid().meta({ description: 'The holder.' }),
  msisdn: claimSource,
  sim: claimSource,
  activate: z.boolean().default(false).meta({ description: 'Puts it into service in the same order; otherwise it stands by.' }),
  subscriptionId: z.uuid().optional(),
  externalCode: z.string().min(1).max(200).optional().meta({ description: 'Unique among the lines of a broker.' }),
  metadata: freeForm.default({}),
});
