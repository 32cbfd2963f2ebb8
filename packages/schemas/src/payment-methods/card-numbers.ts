/** Where something stands in a body: the names and places that lead there. */
export type Place = readonly (string | number)[];

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
/** Digits as people write them on a form: in a row, or in groups with a space or a dash between. */
const written = /\d+(?:[ -]\d+)*/g;

/**
 * The places in a value, however deep, of what looks like a card number: 13 to 19 digits, a first digit that issuers of cards
 * have, and the check digit of ISO/IEC 7812. Telephone numbers, SIM numbers (which begin with 89) and ids are none. Where
 * the name of a member looks like one, the place is that of the object, so that nothing of it is repeated.
 */
export function placesOfCardNumbers(value: unknown, place: Place = []): readonly Place[] {
  if (typeof value === 'string') return hasCardNumber(value) ? [place] : [];
  if (typeof value === 'number') return isNumberOfCard(value) ? [place] : [];
  if (typeof value !== 'object' || value === null) return [];
  const members: readonly (readonly [string | number, unknown])[] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  const named = members.some(([name]) => typeof name === 'string' && hasCardNumber(name));
  return [
    ...(named ? [place] : []),
    ...members.flatMap(([name, member]) => placesOfCardNumbers(member, hasCardNumber(String(name)) ? place : [...place, name])),
  ];
}

/** Whether a card number stands somewhere in a text, alone or with other digits behind or before it. */
export function hasCardNumber(text: string): boolean {
  return [...text.replace(uuids, ' id ').matchAll(written)].some(([digits]) => runsOf(digits).some(isCardNumber));
}

/** Every run of neighbouring groups that could be a card number by its length. */
function runsOf(digits: string): readonly string[] {
  const groups = digits.split(/[ -]/);
  return groups.flatMap((_, first) => runsFrom(groups, first));
}

function runsFrom(groups: readonly string[], first: number): readonly string[] {
  const runs: string[] = [];
  let run = '';
  for (const group of groups.slice(first, first + 19)) {
    run += group;
    if (run.length > 19) break;
    if (run.length >= 13) runs.push(run);
  }
  return runs;
}

function isNumberOfCard(value: number): boolean {
  if (!Number.isInteger(value) || value < 1e12 || value >= 1e19) return false;
  // What JSON has lost the last digits of cannot be checked, and is no number that anybody could keep.
  return Number.isSafeInteger(value) ? isCardNumber(String(value)) : /^[2-6]/.test(String(value));
}

function isCardNumber(digits: string): boolean {
  // With thirteen digits there were cards that begin with 4 only; telephone numbers with their country have as many.
  const begins = digits.length === 13 ? /^4/ : /^[2-6]/;
  return begins.test(digits) && checkSumOf(digits) % 10 === 0;
}

function checkSumOf(digits: string): number {
  const doubled = (digit: number) => (digit > 4 ? digit * 2 - 9 : digit * 2);
  return [...digits].toReversed().reduce((sum, digit, at) => sum + (at % 2 === 1 ? doubled(Number(digit)) : Number(digit)), 0);
}
