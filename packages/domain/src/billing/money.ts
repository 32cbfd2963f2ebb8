/** Amounts are counted in whole cents, and written as text with two decimals; nothing here is ever a floating-point number. */
const form = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/;

/** The cents of an amount such as "49.90" or "-4.9"; more decimals only where they are zeros. */
export function centsOf(amount: string): bigint {
  const [, sign, whole, decimals = ''] = form.exec(amount) ?? [];
  if (whole === undefined) throw new RangeError(`"${amount}" is not an amount of whole cents.`);
  const cents = BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'));
  return sign === '-' ? -cents : cents;
}

/** Such an amount as text, with two decimals. */
export function amountOf(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The sum of many. */
export function sumOf(cents: readonly bigint[]): bigint {
  return cents.reduce((total, each) => total + each, 0n);
}

/** The nearest whole number to a quotient; of two that are equally near the even one. */
export function dividedHalfEven(value: bigint, by: bigint): bigint {
  if (value < 0n) return -dividedHalfEven(-value, by);
  const [whole, twice] = [value / by, (value % by) * 2n];
  if (twice === by) return whole + (whole % 2n);
  return twice > by ? whole + 1n : whole;
}

const percentForm = /^(\d{1,3})(?:\.(\d{1,4})0*)?$/;

/** So many percent, "12.5" with at most four decimals, of an amount, rounded half-even to cents. */
export function percentOf(cents: bigint, percent: string): bigint {
  const [, whole, decimals = ''] = percentForm.exec(percent) ?? [];
  if (whole === undefined) throw new RangeError(`"${percent}" is not a percentage.`);
  return dividedHalfEven(cents * BigInt(`${whole}${decimals.padEnd(4, '0')}`), 1_000_000n);
}
