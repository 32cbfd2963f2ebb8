/** Two use both of PostgreSQL's and the disk's time. */
const lanes = 2;

/** Writes batches, two at a time, while the next one is read. What is being written is always waited for, also when reading fails. */
export async function writeWhileReading<Batch>(batches: AsyncIterable<Batch>, write: (batch: Batch) => Promise<void>): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const begin = (batch: Batch) => {
    const writing: Promise<void> = write(batch)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(writing));
    underWay.add(writing);
  };
  try {
    for await (const batch of batches) {
      begin(batch);
      if (underWay.size === lanes) await Promise.race(underWay);
      if (failures.length > 0) break;
    }
  } finally {
    await Promise.all(underWay);
  }
  if (failures.length > 0) throw failures[0];
}
