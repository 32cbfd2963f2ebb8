/** While one batch waits for the disk, two use the CPU; more batches slow each other down until they time out. */
const slots = [0, 1, 2];

/**
 * Runs batches one after the other in three concurrent slots until nothing is left, and returns the total count. A slot
 * that finds nothing runs again when another one found something, because more may have expired. Two batches of one
 * slot must not run at the same time, on any worker: see `buildSlotLock`.
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
 * Builds the condition that no other batch of this job and slot is running; a batch without the lock finds nothing.
 * `slot` is a parameter, such as `:slot`. The lock ends with the statement, even when its worker dies.
 */
export function buildSlotLock(job: string, slot: string): string {
  return `(SELECT pg_try_advisory_xact_lock(hashtext('${job}'), ${slot}))`;
}
