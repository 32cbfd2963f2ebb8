/** Signs of good typography, and what the authority's alphabet has for them. */
const replacements: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '•': '-',
  '€': 'EUR',
  œ: 'oe',
  Œ: 'OE',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
};

/**
 * A text in the alphabet of the authority's schemas (TString): Latin-1 without control characters, single blanks, none at the ends. Letters beyond it
 * lose their marks, what is left becomes a question mark; what is longer than allowed is cut.
 */
export function toLatinText(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const latin = [...text.normalize('NFC')].map(toLatinCharacter).join('');
  return latin.replace(/\s+/g, ' ').trim().slice(0, maxLength).trimEnd();
}

function toLatinCharacter(character: string): string {
  if (/\s|\p{Cc}/u.test(character)) return ' ';
  if (character <= 'ÿ') return character;
  const replaced = replacements[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '');
  return [...replaced].every((letter) => letter <= 'ÿ') ? replaced : '?';
}
