import { maskText } from '@linework/log/mask-text';

const maxCharacters = 200;

/**
 * What a partner wrote, as it may be kept and shown: numbers and keys in it that may be a person's are masked, as in the log.
 * NUL, which the database refuses, does not get as far as that.
 */
export function sanitizePartnerText(text: string): string {
  // Cut last: half a number is not known for one.
  return maskText(text.replaceAll('\u0000', '\uFFFD')).slice(0, maxCharacters).toWellFormed();
}
