import { describe, expect, it } from 'vitest';
import { groupIntoBatches } from '../../src/import/group-into-batches.ts';
import { ImportCounts } from '../../src/import/import-counts.ts';
import type { GoodRow } from '../../src/import/row.ts';

/** Rows that have all arrived, so reading them never waits. */
async function* arrivedRows(count: number): AsyncGenerator<GoodRow, void, void> {
  for (let line = 1; line <= count; line += 1) {
    const text = { externalCode: `+55119${line}`, location: null, metadata: '{}', attributes: '{}' };
    yield { id: String(line), line, ...text, reservationTtl: null, quarantineTtl: null };
  }
}

describe('the batches of an import', () => {
  it('yield to the event loop while they read rows that have arrived', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    const sizes: number[] = [];
    for await (const batch of groupIntoBatches(arrivedRows(4_000), new ImportCounts())) sizes.push(batch.size);
    clearImmediate(timer);
    expect(sizes).toEqual([1_000, 1_000, 1_000, 1_000]);
    expect(turns).toBeGreaterThanOrEqual(10);
  });
});
