import { z } from 'zod';
import { iccidPattern, iccidRule } from '../iccid.ts';
import { imsiPattern, imsiRule } from '../imsi.ts';
import { msisdnPattern } from '../msisdn.ts';

/** The kinds of ranges: numbers, and the ICCIDs and IMSIs of SIMs. */
export const rangeKinds = ['MSISDN', 'ICCID', 'IMSI'] as const;
export type RangeKind = (typeof rangeKinds)[number];

/** The codes of a range, by kind, in the form of the resources; a database constraint has the same patterns. */
export const rangePatterns: Readonly<Record<RangeKind, { readonly pattern: RegExp; readonly rule: string }>> = {
  MSISDN: { pattern: msisdnPattern, rule: 'must be + and 7 to 15 digits, the country code first' },
  ICCID: { pattern: iccidPattern, rule: `${iccidRule}, the check digit included` },
  IMSI: { pattern: imsiPattern, rule: imsiRule },
};

/** A range of codes with which a broker may create resources. */
export const range = z
  .strictObject({
    id: z.uuid(),
    kind: z.enum(rangeKinds),
    from: z.string().meta({ description: 'The first code.', example: '+5511900000000' }),
    to: z.string().meta({ description: 'The last code.', example: '+5511900009999' }),
    brokerId: z.uuid(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'NumberRange' });

export type Range = z.infer<typeof range>;
