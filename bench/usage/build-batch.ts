import { randomUUID } from 'node:crypto';

/** The number of records in one unit of work. */
export const recordsInBatch = 1_000;

/** Builds a batch as a network might send it: the records of lines in turn, or all of one line. */
export function buildBatch(nextLineId: () => string) {
  const usedAt = new Date().toISOString();
  return Array.from({ length: recordsInBatch }, () => ({
    recordId: randomUUID(),
    lineId: nextLineId(),
    type: 'DATA' as const,
    amount: 1_000,
    usedAt,
  }));
}
