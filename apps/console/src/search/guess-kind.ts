/** What a text may be the name of. */
export type Kind = 'id' | 'number' | 'sim' | 'text';

/**
 * Guesses what a person has typed or pasted: an id, a phone number in any notation, a SIM, or anything else, which may be an external code or a
 * correlation id.
 */
export function guessKind(text: string): { readonly kind: Kind; readonly value: string } {
  const trimmed = text.trim();
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(trimmed)) return { kind: 'id', value: trimmed.toLowerCase() };
  const digits = trimmed.replaceAll(/[\s().-]/g, '');
  if (/^89\d{16,18}$/.test(digits)) return { kind: 'sim', value: digits };
  if (/^\+?\d{10,15}$/.test(digits)) return { kind: 'number', value: toE164(digits) };
  return { kind: 'text', value: trimmed };
}

/** A number without its country is of Brazil: two digits of the area, and eight or nine of the subscriber. */
function toE164(digits: string): string {
  if (digits.startsWith('+')) return digits;
  return digits.length <= 11 ? `+55${digits}` : `+${digits}`;
}
