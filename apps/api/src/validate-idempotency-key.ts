import { hasCardNumber } from '@linework/schemas/payment-methods/card-numbers';

/** Nothing but digits, in a row or in groups, as many as a card has: other keys are their sender's own affair. */
const cardPattern = /^\d(?:-?\d){12,18}$/;

/** What is wrong with an Idempotency-Key: it is kept as it is, so that it must not be the number of a card. Undefined where nothing is. */
export function validateIdempotencyKey(key: string): string | undefined {
  return cardPattern.test(key) && hasCardNumber(key) ? 'looks like the number of a card: a key is kept as it is, and a UUID serves best' : undefined;
}
