import type { Batch } from './group-into-batches.ts';

/** Two concurrent writes keep both PostgreSQL and the disk busy. */
const concurrency = 2;

/**
 * Writes batches, two at a time, while the next one is read. Batches that share a code or an IMSI are written one after
 * the other, so that the earlier row of the file wins. The function always waits for running writes, even when reading
 * fails.
 */
export async function writeWhileReading(
  batches: AsyncIterable<Batch>,
  write: (batch: Batch) => Promise<void>,
): Promise<void> {
  const running = new Map<Batch, Promise<void>>();
  const failures: unknown[] = [];
  const startWriting = (batch: Batch) => {
    const writing = write(batch)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(batch));
    running.set(batch, writing);
  };
  try {
    for await (const batch of batches) {
      await Promise.all([...running].map(([other, writing]) => (shareCodes(batch, other) ? writing : undefined)));
      if (failures.length > 0) break;
      startWriting(batch);
      if (running.size === concurrency) await Promise.race(running.values());
      if (failures.length > 0) break;
    }
  } finally {
    await Promise.all(running.values());
  }
  if (failures.length > 0) throw failures[0];
}

function shareCodes(batch: Batch, other: Batch): boolean {
  const imsis = new Set([...other.values()].map(({ imsi }) => imsi));
  for (const { externalCode, imsi } of batch.values())
    if (other.has(externalCode) || (imsi !== undefined && imsis.has(imsi))) return true;
  return false;
}
