/** While one waits for the disk, two have the processor; more only slow each other down, until no batch ends in its time. */
const lanes = [0, 1, 2];

/**
 * Does a batch after the other, in three lanes at once, until nothing is left that no other batch has; answers how many were done
 * in all. A lane that finds nothing comes again when another has found something: what is over may have become more meanwhile.
 * A batch of one lane is not to begin while another of it is at work, wherever that is: see `inLane`.
 */
export async function batchesTogether(doBatch: (lane: number) => Promise<number>): Promise<number> {
  const underWay = new Map<number, Promise<number>>();
  let sum = 0;

  async function doOne(lane: number): Promise<number> {
    const batch = doBatch(lane);
    underWay.set(lane, batch);
    const count = await batch;
    underWay.delete(lane);
    sum += count;
    return count;
  }

  async function isMoreFound(): Promise<boolean> {
    while (underWay.size > 0) if ((await Promise.race(underWay.values())) > 0) return true;
    return false;
  }

  async function goOn(lane: number): Promise<void> {
    while ((await doOne(lane)) > 0 || (await isMoreFound()));
  }

  await Promise.all(lanes.map(goOn));
  return sum;
}

/**
 * The condition, for a batch that is one statement, that nobody has a batch of this work and lane under way: it finds nothing
 * then. `lane` is a parameter, such as `$2`. The lane ends with the statement, also when its worker dies meanwhile.
 */
export function inLane(work: string, lane: string): string {
  return `(SELECT pg_try_advisory_xact_lock(hashtext('${work}'), ${lane}::int))`;
}
