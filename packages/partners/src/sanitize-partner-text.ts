import { maskText } from '@linework/log/mask-text';

const maxCharacters = 200;

/**
 * A partner's text, made safe to store and show: numbers and keys that may be personal data are masked, as in the log.
 * NUL is replaced, because the database rejects it.
 */
export function sanitizePartnerText(text: string): string {
  // Truncated last: the mask does not recognise half a number.
  return maskText(text.replaceAll('\u0000', '\uFFFD')).slice(0, maxCharacters).toWellFormed();
}
