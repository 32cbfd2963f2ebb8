/** While one waits for the disk, two have the processor; more only slow each other down, until no batch ends in its time. */
const slots = [0, 1, 2];

/**
 * Does a batch after the other, in three lanes at once, until nothing is left that no other batch has; answers how many were done
 * in all. A lane that finds nothing comes again when another has found something: what is over may have become more meanwhile.
 * A batch of one lane is not to begin while another of it is at work, wherever that is: see `inLane`.
 */
export async function runBatchesConcurrently(task: (slot: number) => Promise<number>): Promise<number> {
  const running = new Map<number, Promise<number>>();
  let total = 0;

  async function runBatch(slot: number): Promise<number> {
    const batch = task(slot);
    running.set(slot, batch);
    const count = await batch;
    running.delete(slot);
    total += count;
    return count;
  }

  async function hasMoreWork(): Promise<boolean> {
    while (running.size > 0) if ((await Promise.race(running.values())) > 0) return true;
    return false;
  }

  async function runSlot(slot: number): Promise<void> {
    while ((await runBatch(slot)) > 0 || (await hasMoreWork()));
  }

  await Promise.all(slots.map(runSlot));
  return total;
}

/**
 * The condition, for a batch that is one statement, that nobody has a batch of this work and lane under way: it finds nothing
 * then. `lane` is a parameter, such as `$2`. The lane ends with the statement, also when its worker dies meanwhile.
 */
export function buildSlotLock(job: string, slot: string): string {
  return `(SELECT pg_try_advisory_xact_lock(hashtext('${job}'), ${slot}::int))`;
}
