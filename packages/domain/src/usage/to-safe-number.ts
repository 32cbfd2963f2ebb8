const largestSafeInteger = BigInt(Number.MAX_SAFE_INTEGER);

/** An amount as a JSON number. One beyond nine thousand terabytes is told as the largest that a number holds exactly. */
export const toSafeNumber = (amount: bigint): number => Number(amount < largestSafeInteger ? amount : largestSafeInteger);
