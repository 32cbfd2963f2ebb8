/** Two use both of PostgreSQL's and the disk's time; a third gains nothing. */
const lanes = 2;

/** Does a batch after the other, in two lanes at once, until each has met one that found nothing; answers how many were done in all. */
export async function batchesTogether(doBatch: () => Promise<number>): Promise<number> {
  const counts = await Promise.all(Array.from({ length: lanes }, () => untilNothingIsLeft(doBatch)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function untilNothingIsLeft(doBatch: () => Promise<number>): Promise<number> {
  let sum = 0;
  for (;;) {
    const count = await doBatch();
    if (count === 0) return sum;
    sum += count;
  }
}
