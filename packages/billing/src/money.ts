/** Amounts are whole cents (bigint) and text with two decimals. Floating-point numbers are never used. */
const amountPattern = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/;

/**
 * Parses an amount such as "49.90" or "-4.9" to cents. More than two decimals are allowed only if the others are zeros.
 */
export function toCents(amount: string): bigint {
  const [, sign, whole, decimals = ''] = amountPattern.exec(amount) ?? [];
  if (whole === undefined) throw new RangeError(`"${amount}" is not an amount of whole cents.`);
  const cents = BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'));
  return sign === '-' ? -cents : cents;
}

/** Formats cents as text with two decimals. */
export function formatAmount(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Adds amounts. */
export function sumCents(cents: readonly bigint[]): bigint {
  return cents.reduce((total, each) => total + each, 0n);
}

/** Divides and rounds to the nearest whole number, ties to the even one. */
export function divideHalfEven(value: bigint, divisor: bigint): bigint {
  if (value < 0n) return -divideHalfEven(-value, divisor);
  const [whole, doubledRemainder] = [value / divisor, (value % divisor) * 2n];
  if (doubledRemainder === divisor) return whole + (whole % 2n);
  return doubledRemainder > divisor ? whole + 1n : whole;
}

const percentPattern = /^(\d{1,3})(?:\.(\d{1,4})0*)?$/;

/**
 * Calculates a percentage of an amount, rounded half-even to cents. The percentage has at most four decimals, such as
 * "12.5".
 */
export function calculatePercentage(cents: bigint, percent: string): bigint {
  const [, whole, decimals = ''] = percentPattern.exec(percent) ?? [];
  if (whole === undefined) throw new RangeError(`"${percent}" is not a percentage.`);
  return divideHalfEven(cents * BigInt(`${whole}${decimals.padEnd(4, '0')}`), 1_000_000n);
}
