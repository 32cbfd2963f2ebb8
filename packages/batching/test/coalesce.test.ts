import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coalesce } from '../src/coalesce.ts';

/** A batch handler whose batches end when the test ends them. */
function createControlledHandler() {
  const batches: { items: readonly number[]; end: (error?: Error) => void }[] = [];
  const handleBatch = (items: readonly number[]) =>
    new Promise<readonly number[]>((resolve, reject) => {
      batches.push({ items, end: (error) => (error ? reject(error) : resolve(items.map((item) => item * 10))) });
    });
  return { handleBatch, batches, begun: (count: number) => expect.poll(() => batches.length).toBe(count) };
}

describe('coalescing', () => {
  it('sends a single item immediately', async () => {
    const { handleBatch, batches, begun } = createControlledHandler();
    const result = coalesce(handleBatch, { limit: 8 })(1);
    await begun(1);
    batches[0]?.end();
    expect(await result).toBe(10);
  });

  it('sends items of the same turn together', async () => {
    const { handleBatch, batches, begun } = createControlledHandler();
    const add = coalesce(handleBatch, { limit: 8 });
    const results = Promise.all([add(1), add(2), add(3)]);
    await begun(1);
    expect(batches[0]?.items).toEqual([1, 2, 3]);
    batches[0]?.end();
    expect(await results).toEqual([10, 20, 30]);
  });

  it('collects the items that arrive during a batch into the next one, up to the limit', async () => {
    const { handleBatch, batches, begun } = createControlledHandler();
    const add = coalesce(handleBatch, { limit: 2 });
    const first = add(1);
    await begun(1);
    const later = Promise.all([add(2), add(3), add(4)]);
    batches[0]?.end();
    await first;
    await begun(2);
    expect(batches[1]?.items).toEqual([2, 3]);
    batches[1]?.end();
    await begun(3);
    expect(batches[2]?.items).toEqual([4]);
    batches[2]?.end();
    expect(await later).toEqual([20, 30, 40]);
  });

  it('runs as many batches at the same time as the concurrency allows', async () => {
    const { handleBatch, batches, begun } = createControlledHandler();
    const add = coalesce(handleBatch, { limit: 8, concurrency: 2 });
    const one = add(1);
    await begun(1);
    const two = add(2);
    await begun(2);
    const three = add(3);
    batches[1]?.end();
    await begun(3);
    for (const batch of batches) batch.end();
    expect(await Promise.all([one, two, three])).toEqual([10, 20, 30]);
  });

  it('rejects every item of a batch that throws and continues with the next batch', async () => {
    const { handleBatch, batches, begun } = createControlledHandler();
    const add = coalesce(handleBatch, { limit: 8 });
    const failing = Promise.allSettled([add(1), add(2)]);
    await begun(1);
    const next = add(3);
    batches[0]?.end(new Error('no'));
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await begun(2);
    batches[1]?.end();
    expect(await next).toBe(30);
  });

  it('rejects the waiting items too if the error affects them', async () => {
    const { handleBatch, batches, begun } = createControlledHandler();
    const add = coalesce(handleBatch, {
      limit: 1,
      rejectsWaiting: (error) => (error as Error).message === 'unavailable',
    });
    const failing = Promise.allSettled([add(1), add(2), add(3)]);
    await begun(1);
    batches[0]?.end(new Error('unavailable'));
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    const next = add(4);
    await begun(2);
    expect(batches[1]?.items).toEqual([4]);
    batches[1]?.end();
    expect(await next).toBe(40);
  });

  it('returns to each item its own result in any order of arrival', async () => {
    const arrivals = fc.array(fc.record({ item: fc.nat(), pauses: fc.nat(3) }), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        arrivals,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        async (items, limit, concurrency) => {
          let running = 0;
          const handleBatch = async (batch: readonly number[]) => {
            running += 1;
            expect(running).toBeLessThanOrEqual(concurrency);
            expect(batch.length).toBeGreaterThan(0);
            expect(batch.length).toBeLessThanOrEqual(limit);
            await new Promise(setImmediate);
            running -= 1;
            return batch.map((item) => item + 1);
          };
          const add = coalesce(handleBatch, { limit, concurrency });
          const results: Promise<number>[] = [];
          for (const { item, pauses } of items) {
            for (let pause = 0; pause < pauses; pause += 1) await new Promise(setImmediate);
            results.push(add(item));
          }
          expect(await Promise.all(results)).toEqual(items.map(({ item }) => item + 1));
        },
      ),
      { numRuns: 200 },
    );
  });
});
