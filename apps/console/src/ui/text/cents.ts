/** The cents of an amount of the interface, which is a text with two decimals. */
export const toCents = (amount: string): number => Math.round(Number(amount) * 100);

/** The text of cents, as the interface has amounts. */
export const fromCents = (cents: number): string => (cents / 100).toFixed(2);

export const sumOf = (amounts: readonly string[]): string =>
  fromCents(amounts.reduce((sum, amount) => sum + toCents(amount), 0));
