import { timestampFromText } from '@linework/http/from-text';
import { z } from 'zod';
import { usageAmount, usageTypes } from '../catalog/product.ts';

/** How many records one batch may have. */
export const recordsLimit = 10_000;

/** A terabyte in bytes. More is a fault of whoever counted, and a year of such records would still be an exact sum. */
export const recordAmountLimit = 1_000_000_000_000;

/** How far ahead the network's clock may be, and for how long a record may be late. */
export const mostAheadMinutes = 5;
export const mostLateDays = 90;

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

/** Why a record was not counted, or not to the end. */
export const recordRefusals = ['unknown-line', 'no-product', 'in-the-future', 'too-old', 'record-id-reused', 'no-balance'] as const;

const refusedRecord = z
  .strictObject({
    recordId: z.string(),
    code: z.enum(recordRefusals),
    detail: z.string(),
    taken: usageAmount.optional().meta({ description: 'With no-balance: how much of it was counted, because there was so much left.' }),
  })
  .meta({ id: 'RefusedUsageRecord' });

/** What became of a batch. The three add up to what was sent. */
export const recordedUsage = z
  .strictObject({
    accepted: z.int().min(0).max(recordsLimit),
    duplicates: z.int().min(0).max(recordsLimit).meta({ description: 'Had been counted before.' }),
    refused: z.array(refusedRecord).max(recordsLimit),
  })
  .meta({ id: 'RecordedUsage' });

export type UsageRecord = z.infer<typeof usageRecord>;
export type RefusedRecord = z.infer<typeof refusedRecord>;
export type RecordedUsage = z.infer<typeof recordedUsage>;
