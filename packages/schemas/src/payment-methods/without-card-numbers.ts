import { z } from 'zod';
import { findCardNumbers } from './card-numbers.ts';

/** What is said of it, and never what it was. */
const cardNumberMessage = 'looks like the number of a card: cards are known here by the token of the payment provider, never by their number';

/**
 * The same schema, which refuses whatever has something like a card number anywhere in it. Nothing else is then said of the value,
 * so that nothing of it is repeated.
 */
export function withoutCardNumbers<Schema extends z.ZodType>(schema: Schema): Schema {
  const checked = z.preprocess((value, context) => {
    for (const path of findCardNumbers(value)) context.addIssue({ code: 'custom', path: [...path], message: cardNumberMessage });
    return value;
  }, schema);
  // The type says what is taken in, which is what the schema takes.
  return checked as unknown as Schema;
}
