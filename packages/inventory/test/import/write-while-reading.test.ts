import { describe, expect, it } from 'vitest';
import type { Batch } from '../../src/import/group-into-batches.ts';
import type { GoodRow } from '../../src/import/row.ts';
import { writeWhileReading } from '../../src/import/write-while-reading.ts';

const defaults = { location: null, attributes: '{}', metadata: '{}', reservationTtl: null, quarantineTtl: null };

/** One row for each code, from this line on. */
function aBatch(line: number, ...codes: readonly string[]): Batch {
  return new Map(
    codes.map((externalCode, at): [string, GoodRow] => [
      externalCode,
      { ...defaults, id: externalCode, externalCode, line: line + at },
    ]),
  );
}

async function* read(batches: readonly Batch[]): AsyncGenerator<Batch> {
  yield* batches;
}

/** Writes the batches, the first one last; returns the starts and ends with the first line of each. */
async function recordOrder(batches: readonly Batch[]): Promise<readonly string[]> {
  const order: string[] = [];
  await writeWhileReading(read(batches), async (batch) => {
    const [{ line } = { line: 0 }] = batch.values();
    order.push(`begins ${line}`);
    // Enough turns of the event loop for any other batch to start.
    for (let turn = 0; turn < (batch === batches[0] ? 100 : 1); turn += 1) await Promise.resolve();
    order.push(`ends ${line}`);
  });
  return order;
}

describe('writing batches', () => {
  it('starts the next one while one is being written', async () => {
    expect(await recordOrder([aBatch(2, 'a', 'b'), aBatch(4, 'c'), aBatch(5, 'd')])).toEqual([
      'begins 2',
      'begins 4',
      'ends 4',
      'begins 5',
      'ends 5',
      'ends 2',
    ]);
  });

  it('finishes one with a code before it starts another one with the same code, so that the earlier row of a file wins', async () => {
    expect(await recordOrder([aBatch(2, 'a', 'b'), aBatch(4, 'c'), aBatch(5, 'd', 'b')])).toEqual([
      'begins 2',
      'begins 4',
      'ends 4',
      'ends 2',
      'begins 5',
      'ends 5',
    ]);
  });

  it('starts none after a failure and raises its error', async () => {
    const begun: Batch[] = [];
    const batches = [aBatch(2, 'a'), aBatch(3, 'a'), aBatch(4, 'b')];
    const writing = writeWhileReading(read(batches), async (batch) => {
      begun.push(batch);
      throw new Error('gone');
    });
    await expect(writing).rejects.toThrow('gone');
    expect(begun).toEqual([batches[0]]);
  });
});
