const decimalPattern = /^(\d+)(?:\.(\d+))?$/;
/** More decimals than any amount here has, so that sums and products are exact. */
const exactPlaces = 20;
const exactOne = 10n ** BigInt(exactPlaces);

/** Whether a text is a decimal with at most this many places and no sign. */
export function isDecimal(text: string, places: number): boolean {
  return decimalPattern.test(text) && getDecimals(text).length <= places;
}

/** The exact sum. */
export function sum(amounts: readonly string[]): string {
  return fromScaled(amounts.reduce((total, amount) => total + toScaled(amount), 0n));
}

/** The exact difference; throws when it is negative. */
export function difference(from: string, amount: string): string {
  const result = toScaled(from) - toScaled(amount);
  if (result < 0n) throw new RangeError(`${amount} is more than ${from}.`);
  return fromScaled(result);
}

/** Whether the first is greater than the second. */
export function isGreater(amount: string, other: string): boolean {
  return toScaled(amount) > toScaled(other);
}

/** The exact product, rounded half-even to cents. */
export function multiplyToCents(factor: string, other: string): string {
  const unit = exactOne * 10n ** BigInt(exactPlaces - 2);
  return formatDecimal(
    fromScaled(roundHalfEven(toScaled(factor) * toScaled(other), unit) * 10n ** BigInt(exactPlaces - 2)),
    2,
  );
}

/** A percentage of an amount, rounded half-even to cents. */
export function percentToCents(base: string, rate: string): string {
  return multiplyToCents(base, fromScaled(toScaled(rate) / 100n));
}

/**
 * The same number with at least this many places; further places only if they are not zero. Throws when it needs more
 * than are allowed.
 */
export function formatDecimal(amount: string, places: number, maxPlaces: number = places): string {
  const [, whole = '', decimals = ''] = decimalPattern.exec(amount) ?? throwNotDecimal(amount);
  const needed = decimals.replace(/0+$/, '');
  if (needed.length > maxPlaces) throw new RangeError(`${amount} has more than ${maxPlaces} decimals.`);
  const padded = needed.padEnd(places, '0');
  return `${whole.replace(/^0+(?=\d)/, '')}${padded === '' ? '' : `.${padded}`}`;
}

function getDecimals(amount: string): string {
  return decimalPattern.exec(amount)?.[2] ?? '';
}

function toScaled(amount: string): bigint {
  const [, whole = '', decimals = ''] = decimalPattern.exec(amount) ?? throwNotDecimal(amount);
  if (decimals.length > exactPlaces) throw new RangeError(`${amount} has more than ${exactPlaces} decimals.`);
  return BigInt(whole) * exactOne + BigInt(decimals.padEnd(exactPlaces, '0'));
}

function fromScaled(value: bigint): string {
  const digits = String(value).padStart(exactPlaces + 1, '0');
  return formatDecimal(`${digits.slice(0, -exactPlaces)}.${digits.slice(-exactPlaces)}`, 2, exactPlaces);
}

function roundHalfEven(value: bigint, unit: bigint): bigint {
  const [whole, twice] = [value / unit, (value % unit) * 2n];
  if (twice > unit) return whole + 1n;
  if (twice < unit) return whole;
  return whole + (whole % 2n);
}

function throwNotDecimal(amount: string): never {
  throw new RangeError(`"${amount}" is not a decimal without a sign.`);
}
