import { z } from 'zod';

/** What there are ranges of: numbers, and of SIMs their ICCIDs and their IMSIs. */
export const rangeKinds = ['MSISDN', 'ICCID', 'IMSI'] as const;
export type RangeKind = (typeof rangeKinds)[number];

/** The ends of a range as resources have their codes, by kind; the database asks the same. */
export const rangePatterns: Readonly<Record<RangeKind, { readonly pattern: RegExp; readonly rule: string }>> = {
  MSISDN: { pattern: /^\+[1-9][0-9]{6,14}$/, rule: 'must be + and 7 to 15 digits, the country code first' },
  ICCID: { pattern: /^89[0-9]{17,18}$/, rule: 'must be 19 or 20 digits that start with 89, the check digit included' },
  IMSI: { pattern: /^[0-9]{14,15}$/, rule: 'must be 14 or 15 digits' },
};

/** Codes from which a broker may make resources. */
export const range = z
  .strictObject({
    id: z.uuid(),
    kind: z.enum(rangeKinds),
    from: z.string().meta({ description: 'The first of them.', example: '+5511900000000' }),
    to: z.string().meta({ description: 'The last of them.', example: '+5511900009999' }),
    brokerId: z.uuid(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'NumberRange' });

export type Range = z.infer<typeof range>;
