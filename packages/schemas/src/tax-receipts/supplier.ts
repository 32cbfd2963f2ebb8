import { z } from 'zod';
import { postalAddress } from '../holders/postal-address.ts';

const taxRegimes = ['SIMPLE', 'SIMPLE_EXCEEDED', 'NORMAL'] as const;
export type TaxRegime = (typeof taxRegimes)[number];

const name = z.string().trim().min(2).max(60);

/** What may be said otherwise of a company after it was made. Its CNPJ may not: its receipts are counted by it. */
export const supplierSettings = {
  name,
  tradeName: name.optional(),
  stateTaxId: z
    .string()
    .regex(/^\d{2,14}$/, 'must be 2 to 14 digits')
    .meta({ description: 'Inscrição estadual.', example: '110042490114' }),
  regime: z.enum(taxRegimes).meta({ description: 'The two of the Simples Nacional, and the normal one (CRT 1, 2, 3).' }),
  address: postalAddress,
  collectorCode: z
    .string()
    .regex(/^\d{4}$/, 'must be four digits')
    .optional()
    .meta({ description: 'Under which FEBRABAN knows it as a collector, for the slips on its receipts.', example: '0482' }),
};

/** Under which a company counts its receipts. The 0 of those without a series is nobody's, so that each has one that can be told. */
export const series = z.int().min(1).max(999);

/** A company that issues tax receipts for a broker's services. */
export const supplier = z
  .strictObject({
    id: z.uuid(),
    brokerId: z.uuid(),
    federalTaxId: z.string().meta({ description: 'CNPJ, without punctuation.' }),
    ...supplierSettings,
    series: series.meta({ description: 'Of all its receipts: with its CNPJ no other supplier has it, whatever its broker.' }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Supplier' });

export type Supplier = z.infer<typeof supplier>;
