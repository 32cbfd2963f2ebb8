import { z } from 'zod';
import { postalAddress } from '../holders/postal-address.ts';

const taxRegimes = ['SIMPLE', 'SIMPLE_EXCEEDED', 'NORMAL'] as const;
export type TaxRegime = (typeof taxRegimes)[number];

const name = z.string().trim().min(2).max(60);

const names = { name, tradeName: name.optional() };
const details = {
  stateTaxId: z
    .string()
    .regex(/^\d{2,14}$/, 'must be 2 to 14 digits')
    .meta({ description: 'Inscrição estadual.', example: '110042490114' }),
  regime: z
    .enum(taxRegimes)
    .meta({ description: 'The two regimes of the Simples Nacional, and the normal one (CRT 1, 2, 3).' }),
  address: postalAddress,
  collectorCode: z
    .string()
    .regex(/^\d{4}$/, 'must be four digits')
    .optional()
    .meta({
      description: "The company's code as a collector at FEBRABAN, for the slips on its receipts.",
      example: '0482',
    }),
};

/** The members of a company that can change later. Its CNPJ cannot: the sequences of its receipts depend on it. */
export const supplierSettings = { ...names, ...details };

/**
 * The series of a company's receipts. Series 0 means no series and is not used, so that each company has its own
 * series.
 */
export const series = z.int().min(1).max(999);

/** A company that issues tax receipts for a broker's services. */
export const supplier = z
  .strictObject({
    id: z.uuid(),
    brokerId: z.uuid(),
    ...names,
    federalTaxId: z.string().meta({ description: 'CNPJ, without punctuation.' }),
    ...details,
    series: series.meta({
      description: 'The series of all its receipts: no other supplier with its CNPJ has it, in any broker.',
    }),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Supplier' });

export type Supplier = z.infer<typeof supplier>;
