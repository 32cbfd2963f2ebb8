import { z } from 'zod';
import { findCardNumbers } from './card-numbers.ts';

/** The message must not repeat the value. */
const cardNumberMessage = "must not contain a card number: send the payment provider's token instead";

/**
 * Wraps a schema so that it rejects a value that contains something like a card number. No other issue is reported
 * then, because its message could repeat the value.
 */
export function withoutCardNumbers<Schema extends z.ZodType>(schema: Schema): Schema {
  const checked = z.preprocess((value, context) => {
    for (const path of findCardNumbers(value))
      context.addIssue({ code: 'custom', path: [...path], message: cardNumberMessage });
    return value;
  }, schema);
  // The type of the schema does not change, because the check does not change the value.
  return checked as unknown as Schema;
}
