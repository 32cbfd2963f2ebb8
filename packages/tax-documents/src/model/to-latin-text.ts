/** Typographic characters, and their replacements in the authority's alphabet. */
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
 * A text in the alphabet of the authority's schemas (TString): Latin-1 without control characters, single blanks, none
 * at the ends. Other letters lose their accents, and any remaining character becomes a question mark; a text that is
 * too long is cut.
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
