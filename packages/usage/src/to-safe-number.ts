const largestSafeInteger = BigInt(Number.MAX_SAFE_INTEGER);

/** Converts an amount to a JSON number. An amount beyond 9,000 terabytes becomes the largest number that is exact. */
export const toSafeNumber = (amount: bigint): number =>
  Number(amount < largestSafeInteger ? amount : largestSafeInteger);
