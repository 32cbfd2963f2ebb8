import { hasCardNumber } from '@linework/schemas/payment-methods/card-numbers';

/** Only digits, in one or more groups, as many as a card number has. Other keys are accepted. */
const cardPattern = /^\d(?:-?\d){12,18}$/;

/** Describes why an Idempotency-Key is rejected, or returns undefined. The key is stored in clear, so it must not be a card number. */
export function validateIdempotencyKey(key: string): string | undefined {
  return cardPattern.test(key) && hasCardNumber(key)
    ? 'looks like the number of a card: a key is kept as it is, and a UUID serves best'
    : undefined;
}
