import { assembled } from '@linework/db/statement';
import { aPool } from '@linework/testing/a-pool';
import { aTestDb } from '@linework/testing/a-test-db';
import { quarantineAll } from '@linework/testing/inventory/quarantine-all';
import { reserveAll } from '@linework/testing/inventory/reserve-all';
import { describe, expect, it } from 'vitest';
import { endQuarantines, expireReservations } from '../src/expiry/expire-due.ts';
import { buildSlotLock, runBatchesConcurrently } from '../src/expiry/run-batches-concurrently.ts';

const db = await aTestDb();

describe.each([
  ['expire-reservations', expireReservations, reserveAll],
  ['end-quarantines', endQuarantines, quarantineAll],
] as const)('the batches of %s', (work, end, begin) => {
  it('are left to a running batch of their slot, and run in a free slot', async () => {
    const pool = await aPool(db, { count: 2 });
    await begin(db, pool, { endsInMs: -1_000 });
    const lock = (slot: number) =>
      assembled({ text: `SELECT ${buildSlotLock(work, String(slot))} AS locked`, values: [] });
    await db.transaction(async (tx) => {
      for (const slot of [0, 1, 2]) expect(await tx.query(lock(slot))).toEqual([{ locked: true }]);
      expect(await end(db)).toBe(0);
    });
    await db.transaction(async (tx) => {
      expect(await tx.query(lock(0))).toEqual([{ locked: true }]);
      expect(await end(db)).toBe(2);
    });
  });
});

describe('a slot that finds nothing', () => {
  it('runs again when another one has found something', async () => {
    const finds = [
      [1, 0],
      [0, 1, 0],
      [0, 0],
    ];
    const firstEnds = Promise.withResolvers<void>();
    const total = runBatchesConcurrently(async (slot) => {
      const found = finds[slot]?.shift() ?? 0;
      if (found > 0 && slot === 0) await firstEnds.promise;
      return found;
    });
    await new Promise(setImmediate);
    firstEnds.resolve();
    expect(await total).toBe(2);
  });
});
