import { z } from 'zod';
import { states } from '../holders/postal-address.ts';
import { series } from './supplier.ts';
import { documentModel } from './tax-receipt.ts';

export const taxEnvironments = ['TRIAL', 'PRODUCTION'] as const;

/** The sequence in which the tax receipts of one supplier, model, state and environment are numbered. */
export const serialNumber = z
  .strictObject({
    id: z.uuid().meta({ description: 'The `serialNumberId` of its tax receipts.' }),
    brokerId: z.uuid(),
    supplierId: z.uuid(),
    documentModel,
    uf: z.enum(states),
    environment: z
      .enum(taxEnvironments)
      .meta({ description: 'Receipts of TRIAL have no legal effect, and use no number of PRODUCTION.' }),
    series: series.meta({ description: 'The series of the supplier.' }),
    lastNumber: z
      .int()
      .min(0)
      .max(999_999_999)
      .meta({ description: 'The highest number that was assigned to a receipt; 0 before the first.' }),
    releasedNumbers: z.array(z.int().min(1).max(999_999_999)).meta({
      description:
        'Numbers of discarded receipts, lowest first. The next receipts get them, so that the sequence has no gap.',
    }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'SerialNumber' });

export type SerialNumber = z.infer<typeof serialNumber>;
