import { randomUUID } from 'node:crypto';

/** How many records one unit of work has. */
export const recordsInBatch = 1_000;

/** As a network might send them: each of another line, the next in turn, or all of one. */
export function buildBatch(nextLineId: () => string) {
  const usedAt = new Date().toISOString();
  return Array.from({ length: recordsInBatch }, () => ({ recordId: randomUUID(), lineId: nextLineId(), type: 'DATA' as const, amount: 1_000, usedAt }));
}
