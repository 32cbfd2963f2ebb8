import { z } from 'zod';
import { lineLifecycle } from '../lifecycles/line.lifecycle.ts';

const timestamp = z.iso.datetime();

/** A line as every client sees it. A member without a value is left out. */
export const line = z
  .strictObject({
    id: z.uuid(),
    status: z.enum(lineLifecycle.statuses),
    msisdn: z.string().meta({ description: 'E.164, with the plus sign', example: '+5511987654321' }),
    iccId: z.string().meta({ example: '8955010012345678905' }),
    holder: z.strictObject({
      id: z.uuid(),
      name: z.string(),
      federalTaxId: z.string().optional().meta({ description: 'CPF or CNPJ; absent once the holder is anonymised.' }),
    }),
    subscriptionId: z.uuid().optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
    activatedAt: timestamp.optional(),
    terminatedAt: timestamp.optional(),
    externalCode: z.string().optional(),
    brokerId: z.uuid(),
    metadata: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Line' });

export type Line = z.infer<typeof line>;
