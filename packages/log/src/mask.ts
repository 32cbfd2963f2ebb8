/**
 * Replaces all but the end of a number or a code by stars. The end is enough to recognise a known number, and too short
 * to reveal it. The end of a text without a digit may be a whole word, such as a family name: nothing of it is shown.
 */
export function mask(text: string): string {
  const end = text.length > 11 ? 4 : text.length > 7 ? 2 : 0;
  const shown = /\d/.test(text) ? end : 0;
  return '*'.repeat(text.length - shown) + text.slice(text.length - shown);
}

/** Replaces all but the initials of a name by stars, so that two customers differ and no word is read. */
export const maskName = (name: string): string =>
  name.replaceAll(/\S+/g, (word) => {
    const letters = [...word];
    return letters.length === 1 ? '*' : `${letters[0]}${'*'.repeat(letters.length - 1)}`;
  });
