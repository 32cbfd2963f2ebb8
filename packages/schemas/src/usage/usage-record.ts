import { timestampFromText } from '@linework/http/time-from-text';
import { z } from 'zod';
import { usageAmount, usageTypes } from '../catalog/product.ts';

/** How many records one batch may have. */
export const recordsLimit = 10_000;

/** A terabyte in bytes. More is a fault of whoever counted, and a year of such records would still be an exact sum. */
export const recordAmountLimit = 1_000_000_000_000;

/** How far ahead the network's clock may be, and for how long a record may be late. */
export const aheadLimitMinutes = 5;
export const lateLimitDays = 90;

/** What a line has used, as the network measured it. */
export const usageRecord = z
  .strictObject({
    recordId: z
      .string()
      .min(1)
      .max(100)
      .regex(/^[\x21-\x7e]*$/, 'must be visible characters')
      .meta({ description: "The sender's own: a record is counted once, however often it is sent." }),
    lineId: z.uuid().toLowerCase(),
    type: z.enum(usageTypes),
    amount: z.int().min(1).max(recordAmountLimit).meta({ description: 'In bytes, seconds or messages.' }),
    usedAt: timestampFromText,
    productId: z.uuid().toLowerCase().optional().meta({ description: 'Takes it from this product alone.' }),
  })
  .meta({ id: 'UsageRecord' });

/** Why a record was not counted. */
export const recordRejectionCodes = ['unknown-line', 'no-product', 'in-the-future', 'too-old', 'record-id-reused', 'no-balance'] as const;

const refusedRecord = z
  .strictObject({ recordId: z.string(), code: z.enum(recordRejectionCodes), detail: z.string() })
  .meta({ id: 'RefusedUsageRecord', description: 'A record that took nothing from any balance.' });

const partlyCountedRecord = z
  .strictObject({
    recordId: z.string(),
    countedAmount: usageAmount.meta({ description: 'What was left of the balance, and was taken from it.' }),
    uncountedAmount: usageAmount.meta({ description: 'The rest of the record, which no balance covered.' }),
  })
  .meta({ id: 'PartlyCountedUsageRecord', description: 'A record that used up a balance which did not cover it.' });

/** What became of a batch. The four add up to what was sent. */
export const recordedUsage = z
  .strictObject({
    accepted: z.int().min(0).max(recordsLimit),
    duplicates: z.int().min(0).max(recordsLimit).meta({ description: 'Had been counted before.' }),
    partlyCounted: z.array(partlyCountedRecord).max(recordsLimit),
    refused: z.array(refusedRecord).max(recordsLimit),
  })
  .meta({ id: 'RecordedUsage' });

export type UsageRecord = z.infer<typeof usageRecord>;
export type PartlyCountedRecord = z.infer<typeof partlyCountedRecord>;
export type RefusedRecord = z.infer<typeof refusedRecord>;
export type RecordedUsage = z.infer<typeof recordedUsage>;
