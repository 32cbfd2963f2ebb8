import { describe, expect, it } from 'vitest';
import { forEachInChunks } from '../src/for-each-in-chunks.ts';

describe('handling many items in chunks', () => {
  it('handles each item once and in order, and yields between chunks', async () => {
    const done: (number | string)[] = [];
    const items = Array.from({ length: 7 }, (_, at) => at);
    setImmediate(() => done.push('other'));
    await forEachInChunks(items, (item, at) => void done.push(item + at), 3);
    expect(done).toEqual([0, 2, 4, 'other', 6, 8, 10, 12]);
  });

  it('does not yield if there is only one chunk', async () => {
    const done: (number | string)[] = [];
    setImmediate(() => done.push('other'));
    await forEachInChunks([1, 2], (item) => void done.push(item), 2);
    await forEachInChunks([], () => expect.unreachable());
    expect(done).toEqual([1, 2]);
  });
});
