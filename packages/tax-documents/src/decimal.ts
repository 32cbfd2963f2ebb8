const form = /^(\d+)(?:\.(\d+))?$/;
/** More decimals than any amount here has, so that sums and products are exact. */
const exactPlaces = 20;
const exactOne = 10n ** BigInt(exactPlaces);

/** Whether a text is a decimal of at most so many places, without a sign. */
export function isDecimal(text: string, places: number): boolean {
  return form.test(text) && decimalsOf(text).length <= places;
}

/** The exact sum. */
export function sum(amounts: readonly string[]): string {
  return written(amounts.reduce((total, amount) => total + scaled(amount), 0n));
}

/** What is left when one is taken from the other; throws where that is below zero. */
export function difference(from: string, amount: string): string {
  const left = scaled(from) - scaled(amount);
  if (left < 0n) throw new RangeError(`${amount} is more than ${from}.`);
  return written(left);
}

/** Whether one is more than the other. */
export function isMore(amount: string, than: string): boolean {
  return scaled(amount) > scaled(than);
}

/** The exact product, rounded half-even to cents. */
export function productInCents(one: string, other: string): string {
  const unit = exactOne * 10n ** BigInt(exactPlaces - 2);
  return fixed(written(roundHalfEven(scaled(one) * scaled(other), unit) * 10n ** BigInt(exactPlaces - 2)), 2);
}

/** A percentage of an amount, rounded half-even to cents. */
export function percentInCents(base: string, rate: string): string {
  return productInCents(base, written(scaled(rate) / 100n));
}

/** The same number with at least so many places, and with more only where they say something. Throws when it needs more than are allowed. */
export function fixed(amount: string, places: number, mostPlaces: number = places): string {
  const [, whole = '', decimals = ''] = form.exec(amount) ?? fail(amount);
  const needed = decimals.replace(/0+$/, '');
  if (needed.length > mostPlaces) throw new RangeError(`${amount} has more than ${mostPlaces} decimals.`);
  const shown = needed.padEnd(places, '0');
  return `${whole.replace(/^0+(?=\d)/, '')}${shown === '' ? '' : `.${shown}`}`;
}

function decimalsOf(amount: string): string {
  return form.exec(amount)?.[2] ?? '';
}

function scaled(amount: string): bigint {
  const [, whole = '', decimals = ''] = form.exec(amount) ?? fail(amount);
  if (decimals.length > exactPlaces) throw new RangeError(`${amount} has more than ${exactPlaces} decimals.`);
  return BigInt(whole) * exactOne + BigInt(decimals.padEnd(exactPlaces, '0'));
}

function written(value: bigint): string {
  const digits = String(value).padStart(exactPlaces + 1, '0');
  return fixed(`${digits.slice(0, -exactPlaces)}.${digits.slice(-exactPlaces)}`, 2, exactPlaces);
}

function roundHalfEven(value: bigint, unit: bigint): bigint {
  const [whole, twice] = [value / unit, (value % unit) * 2n];
  if (twice > unit) return whole + 1n;
  if (twice < unit) return whole;
  return whole + (whole % 2n);
}

function fail(amount: string): never {
  throw new RangeError(`"${amount}" is not a decimal without a sign.`);
}
