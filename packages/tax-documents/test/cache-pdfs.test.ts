import { aReceipt } from '@linework/testing/documents/a-receipt';
import { describe, expect, it } from 'vitest';
import { cachePdfs } from '../src/pdf-thread/cache-pdfs.ts';

const at = new Date('2026-11-21T13:00:00Z');
const anotherAt = new Date('2026-11-22T13:00:00Z');
const lastAt = new Date('2026-11-23T13:00:00Z');

/** Draws nothing, and counts its calls. Every document has 10 bytes. */
function countingDraw(fails: readonly number[] = []) {
  let count = 0;
  const draw = async () => {
    count += 1;
    if (fails.includes(count)) throw new Error('no paper');
    return new Uint8Array(10);
  };
  return { draw, count: () => count };
}

describe('cached documents', () => {
  it('are drawn once, also for two concurrent requests', async () => {
    const { draw, count } = countingDraw();
    const drawCached = cachePdfs(draw);
    const receipt = aReceipt();
    await Promise.all([drawCached({ receipt, at }), drawCached({ receipt, at })]);
    await drawCached({ receipt: structuredClone(receipt), at });
    expect(count()).toBe(1);
  });

  it('are drawn again when the receipt has changed', async () => {
    const { draw, count } = countingDraw();
    const drawCached = cachePdfs(draw);
    await drawCached({ receipt: aReceipt(), at });
    await drawCached({ receipt: aReceipt({ cancellation: { at, protocol: '3352600000012399' } }), at });
    expect(count()).toBe(2);
  });

  it('do not exceed the limit in bytes: the least recently used is drawn again', async () => {
    const { draw, count } = countingDraw();
    const drawCached = cachePdfs(draw, 25);
    const request = (when: Date) => drawCached({ receipt: aReceipt(), at: when });
    await request(at);
    await request(anotherAt);
    await request(at);
    await request(lastAt);
    expect(count()).toBe(3);
    await request(at);
    expect(count()).toBe(3);
    await request(anotherAt);
    expect(count()).toBe(4);
  });

  it('are not stored when the drawing failed', async () => {
    const { draw, count } = countingDraw([1]);
    const drawCached = cachePdfs(draw);
    await expect(drawCached({ receipt: aReceipt(), at })).rejects.toThrow('no paper');
    await drawCached({ receipt: aReceipt(), at });
    expect(count()).toBe(2);
  });
});
