import { cnpj } from 'cpf-cnpj-validator';

/** A position in a body: the member names and indexes that lead to it. */
export type JsonPath = readonly (string | number)[];

/** UUIDs and dates, which contain groups of digits but are not card numbers. */
const nonCardGroups = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\b(?:19|20)\d{2}-(?:0[1-9]|1[0-2])-(?:[0-2]\d|3[01])/gi;
/** The separators that people and word processors put between groups of digits. */
const groupSeparator = /[\s\p{Pd}\u2212]{1,3}/u;
/** Consecutive digits, alone or in groups. */
const digitGroups = new RegExp(`\\d+(?:${groupSeparator.source}\\d+)*`, 'gu');

/**
 * The first digits of card numbers by length. Only prefixes that issuers have are listed, because an IMEI, a timestamp
 * and a CNPJ have as many digits.
 */
const issuerPrefixes: Readonly<Record<number, RegExp>> = {
  13: /^4/,
  14: /^3[0689]/,
  15: /^3[47]/,
  16: /^(?:2[2-7]|3[05689]|[4-6])/,
  17: /^(?:3[5689]|5[0678]|6)/,
  18: /^(?:3[5689]|5[0678]|6)/,
  19: /^(?:3[5689]|4|5[0678]|6)/,
};

/**
 * Finds the positions, at any depth, of text that looks like a card number: 13 to 19 digits with an issuer's prefix and
 * the check digit of ISO/IEC 7812. Phone numbers, SIM numbers, IMEIs, ids, times and CNPJs do not match. If the name of
 * a member looks like a card number, the position is that of the object, so that no part of the name is repeated.
 */
export function findCardNumbers(value: unknown, path: JsonPath = []): readonly JsonPath[] {
  if (typeof value === 'string') return hasCardNumber(value) ? [path] : [];
  if (typeof value === 'number') return isNumericCardNumber(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  const members: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  const hasCardNumberName = members.some(([name]) => typeof name === 'string' && hasCardNumber(name));
  return [
    ...(hasCardNumberName ? [path] : []),
    ...members.flatMap(([name, member]) =>
      findCardNumbers(member, hasCardNumber(String(name)) ? path : [...path, name]),
    ),
  ];
}

/** Whether a text contains a card number, alone or next to other digits. */
export function hasCardNumber(text: string): boolean {
  return [...text.replace(nonCardGroups, ' id ').matchAll(digitGroups)].some(([digits]) =>
    listDigitRuns(digits).some(isCardNumber),
  );
}

/** Lists all runs of adjacent groups with the length of a card number. A CNPJ is never part of a run. */
function listDigitRuns(digits: string): readonly string[] {
  const groups = digits.split(groupSeparator).map((group) => (isCnpj(group) ? 'CNPJ' : group));
  return groups.flatMap((_, first) => listRunsFrom(groups, first));
}

function listRunsFrom(groups: readonly string[], first: number): readonly string[] {
  const runs: string[] = [];
  let run = '';
  for (const group of groups.slice(first, first + 19)) {
    run += group;
    if (group === 'CNPJ' || run.length > 19) break;
    if (run.length >= 13) runs.push(run);
  }
  return runs;
}

const isCnpj = (digits: string) => digits.length === 14 && cnpj.isValid(digits);

function isNumericCardNumber(value: number): boolean {
  if (!Number.isInteger(value) || value < 1e12 || value >= 1e19) return false;
  const digits = String(value);
  // JSON rounds a larger number, so its check digit cannot be verified. The issuer's prefix alone decides.
  return Number.isSafeInteger(value) ? hasCardNumber(digits) : hasIssuerPrefix(digits);
}

function isCardNumber(digits: string): boolean {
  return hasIssuerPrefix(digits) && calculateChecksum(digits) % 10 === 0;
}

const hasIssuerPrefix = (digits: string) => issuerPrefixes[digits.length]?.test(digits) ?? false;

function calculateChecksum(digits: string): number {
  const doubleDigit = (digit: number) => (digit > 4 ? digit * 2 - 9 : digit * 2);
  return [...digits]
    .toReversed()
    .reduce((sum, digit, index) => sum + (index % 2 === 1 ? doubleDigit(Number(digit)) : Number(digit)), 0);
}
