/** While one waits for the disk, two have the processor; more only slow each other down, until no batch ends in its time. */
const lanes = [0, 1, 2];

/**
 * Does a batch after the other, in three lanes at once, until each has met one that found nothing; answers how many were done
 * in all. A batch of one lane is not to begin while another of it is at work, wherever that is: see `inLane`.
 */
export async function batchesTogether(doBatch: (lane: number) => Promise<number>): Promise<number> {
  const counts = await Promise.all(lanes.map((lane) => untilNothingIsLeft(() => doBatch(lane))));
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * The condition, for a batch that is one statement, that nobody has a batch of this work and lane under way: it finds nothing
 * then. `lane` is a parameter, such as `$2`. The lane ends with the statement, also when its worker dies meanwhile.
 */
export function inLane(work: string, lane: string): string {
  return `(SELECT pg_try_advisory_xact_lock(hashtext('${work}'), ${lane}::int))`;
}

async function untilNothingIsLeft(doBatch: () => Promise<number>): Promise<number> {
  let sum = 0;
  for (;;) {
    const count = await doBatch();
    if (count === 0) return sum;
    sum += count;
  }
}
