import { z } from 'zod';
import { states } from '../holders/postal-address.ts';

const taxes = ['ICMS', 'PIS', 'COFINS', 'FUST', 'FUNTTEL', 'IBS_STATE', 'IBS_CITY', 'CBS'] as const;
const regimes = ['SIMPLE', 'SIMPLE_EXCEEDED', 'NORMAL'] as const;
const isJurisdiction = (text: string) =>
  text === 'BR' || (states as readonly string[]).includes(text) || /^[0-9]{7}$/.test(text);

/** The members that a loaded rate has. */
const taxRateInput = {
  tax: z.enum(taxes).meta({ description: 'IBS has a part of the state and one of the municipality.', example: 'CBS' }),
  jurisdiction: z
    .string()
    .max(7)
    .refine(isJurisdiction, 'must be BR, a state, or the 7 digits of a municipality')
    .meta({
      description: 'BR, a state, or the seven digits of a municipality. The smallest one counts.',
      example: 'BR',
    }),
  firstDay: z.iso
    .date()
    .meta({ description: 'The first day. The rate ends when another row of the tax and the jurisdiction begins.' }),
  rate: z
    .string()
    .regex(/^(100(\.0{1,4})?|(0|[1-9]\d?)(\.\d{1,4})?)$/, 'must be a percentage such as "8.7", with at most 4 decimals')
    .nullable()
    .meta({
      description: 'In percent. Null means that no act has set it: a receipt that must carry the tax waits.',
      example: '8.7',
    }),
  regimes: z.array(z.enum(regimes)).max(regimes.length).meta({
    description: 'The regimes whose receipts carry the tax from that day on. None means that the tax has ended.',
  }),
  isAddedToTotal: z
    .boolean()
    .meta({ description: "Whether it is added to the price in the document's total. Only IBS and CBS are." }),
  source: z.string().trim().min(3).max(500).meta({ description: 'The act that sets the rate.' }),
  sourceDate: z.iso.date().meta({ description: 'The date of that act.' }),
};

/** The rate of a tax from a day on. It never changes; another row corrects it. */
const taxRate = z
  .strictObject({
    id: z.uuid(),
    ...taxRateInput,
    replaces: z.uuid().optional().meta({ description: 'The row of the same day that it corrects.' }),
    loadedBy: z
      .uuid()
      .optional()
      .meta({ description: 'The key or the person. Absent for a rate that comes with Linework.' }),
    loadedAt: z.iso.datetime(),
  })
  .meta({ id: 'TaxRate' });

export type TaxRate = z.infer<typeof taxRate>;

export const loadedTaxRate = z
  .strictObject({
    ...taxRateInput,
    replaces: z.uuid().optional().meta({
      description:
        'The row of the same tax, jurisdiction and day that it corrects. Not needed if that one has no rate.',
    }),
  })
  .meta({ id: 'LoadedTaxRate' });

export type LoadedTaxRate = z.infer<typeof loadedTaxRate>;

export const taxRatesOfDay = z
  .strictObject({
    on: z.iso.date(),
    rates: z
      .array(taxRate)
      .meta({ description: 'One row for each tax and jurisdiction: the one that counts on the day.' }),
  })
  .meta({ id: 'TaxRatesOfDay' });

export type TaxRatesOfDay = z.infer<typeof taxRatesOfDay>;

export const taxRateLoad = z
  .strictObject({
    dryRun: z.boolean(),
    loadedCount: z
      .int()
      .min(0)
      .meta({ description: 'Rows that are new. A row that was loaded before is not counted.' }),
    changedDraftCount: z
      .int()
      .min(0)
      .meta({ description: 'Drafts whose taxes would be others if they were issued today.' }),
    issuedDraftCount: z.int().min(0).meta({ description: 'Those of them that waited, and are issued by themselves.' }),
    draftIds: z.array(z.uuid()).meta({ description: 'The first 100 of the drafts that change.' }),
  })
  .meta({ id: 'TaxRateLoad' });

export type TaxRateLoad = z.infer<typeof taxRateLoad>;
