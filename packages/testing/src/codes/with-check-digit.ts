/** Appends the Luhn check digit (ISO/IEC 7812-1), which ITU-T E.118 requires for an ICCID. */
export function withCheckDigit(digits: string): string {
  const doubled = (digit: number) => (digit > 4 ? digit * 2 - 9 : digit * 2);
  const sum = [...digits]
    .toReversed()
    .reduce((total, digit, at) => total + (at % 2 === 0 ? doubled(Number(digit)) : Number(digit)), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
