import { msisdnFromText } from '@linework/http/from-text';
import { timestampFromText } from '@linework/http/time-from-text';
import { z } from 'zod';
import { usageAmount, usageTypes } from '../catalog/product.ts';
import { imsi } from '../inventory/imsi.ts';
import { e164Number } from '../portability/number.ts';
import { hasMembers } from '../values/has-members.ts';

/** The maximum number of records per batch. */
export const recordsLimit = 10_000;

/** A terabyte in bytes. A larger amount is an error of the sender. The sum of a year of such records is still exact. */
export const recordAmountLimit = 1_000_000_000_000;

/** How far ahead the network's time may be, and how late a record may arrive. */
export const aheadLimitMinutes = 5;
export const lateLimitDays = 90;

/** The usage of a line as the network measured it. */
export const usageRecord = z
  .strictObject({
    recordId: z
      .string()
      .min(1)
      .max(100)
      .regex(/^[\x21-\x7e]*$/, 'must be visible characters')
      .meta({
        description:
          'Chosen by the sender, and used for one record only. Records with the same id are counted once if they are ' +
          'of the same day in UTC or of two days in a row.',
      }),
    lineId: z.uuid().toLowerCase().optional(),
    msisdn: msisdnFromText(e164Number).optional().meta({ description: 'The line that had this number at `usedAt`.' }),
    imsi: imsi.optional().meta({ description: 'The line whose SIM had this IMSI at `usedAt`.' }),
    type: z.enum(usageTypes),
    amount: z
      .int()
      .min(0)
      .max(recordAmountLimit)
      .meta({ description: 'In bytes, seconds or messages; 0 for a call that was not answered.' }),
    usedAt: timestampFromText,
    productId: z.uuid().toLowerCase().optional().meta({ description: 'Charges only this product.' }),
  })
  .refine(({ lineId, msisdn, imsi }) => [lineId, msisdn, imsi].filter((name) => name !== undefined).length === 1, {
    error: 'must have one of lineId, msisdn and imsi',
    when: hasMembers,
  })
  .meta({
    id: 'UsageRecord',
    oneOf: [{ required: ['lineId'] }, { required: ['msisdn'] }, { required: ['imsi'] }],
  });

/** The reasons for not counting a record. */
const recordRejectionCodes = [
  'invalid-record',
  'unknown-line',
  'no-product',
  'in-the-future',
  'too-old',
  'record-id-reused',
  'no-balance',
] as const;

const recordIndex = z
  .int()
  .min(0)
  .max(recordsLimit - 1)
  .meta({ description: 'The place of the record in the request, from 0.' });

const refusedRecord = z
  .strictObject({
    index: recordIndex,
    recordId: z.string().meta({ description: 'As it was sent; empty if the record had none.' }),
    code: z.enum(recordRejectionCodes),
    detail: z.string(),
  })
  .meta({ id: 'RefusedUsageRecord', description: 'A record that was not counted.' });

const partlyCountedRecord = z
  .strictObject({
    index: recordIndex,
    recordId: z.string(),
    countedAmount: usageAmount.meta({ description: 'The amount that the balance covered.' }),
    uncountedAmount: usageAmount.meta({ description: 'The remaining amount, which was not counted.' }),
  })
  .meta({ id: 'PartlyCountedUsageRecord', description: 'A record that the balance covered only in part.' });

/** The outcome of a batch. The four counts add up to the number of records. */
export const recordedUsage = z
  .strictObject({
    accepted: z.int().min(0).max(recordsLimit),
    duplicates: z.int().min(0).max(recordsLimit).meta({ description: 'Records that had been counted before.' }),
    partlyCounted: z.array(partlyCountedRecord).max(recordsLimit),
    refused: z.array(refusedRecord).max(recordsLimit),
  })
  .meta({ id: 'RecordedUsage' });

export type UsageRecord = z.infer<typeof usageRecord>;
/** The usage of a known line. */
export type LineUsage = UsageRecord & { readonly lineId: string };
export type PartlyCountedRecord = z.infer<typeof partlyCountedRecord>;
export type RefusedRecord = z.infer<typeof refusedRecord>;
export type RecordedUsage = z.infer<typeof recordedUsage>;
