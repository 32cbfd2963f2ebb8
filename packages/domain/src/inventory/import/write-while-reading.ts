import type { Batch } from './in-batches.ts';

/** Two use both of PostgreSQL's and the disk's time. */
const lanes = 2;

/**
 * Writes batches, two at a time, while the next one is read. Those that share a code or an IMSI are written one after the other, so that the earlier row
 * of the file has it. What is being written is always waited for, also when reading fails.
 */
export async function writeWhileReading(batches: AsyncIterable<Batch>, write: (batch: Batch) => Promise<void>): Promise<void> {
  const underWay = new Map<Batch, Promise<void>>();
  const failures: unknown[] = [];
  const begin = (batch: Batch) => {
    const writing = write(batch)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(batch));
    underWay.set(batch, writing);
  };
  try {
    for await (const batch of batches) {
      await Promise.all([...underWay].map(([other, writing]) => (shareAny(batch, other) ? writing : undefined)));
      if (failures.length > 0) break;
      begin(batch);
      if (underWay.size === lanes) await Promise.race(underWay.values());
      if (failures.length > 0) break;
    }
  } finally {
    await Promise.all(underWay.values());
  }
  if (failures.length > 0) throw failures[0];
}

function shareAny(one: Batch, other: Batch): boolean {
  const imsis = new Set([...other.values()].map(({ imsi }) => imsi));
  for (const { externalCode, imsi } of one.values()) if (other.has(externalCode) || (imsi !== undefined && imsis.has(imsi))) return true;
  return false;
}
