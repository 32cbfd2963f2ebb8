import { aReceipt } from '@linework/testing/a-receipt';
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
    const kept = cachePdfs(draw);
    const receipt = aReceipt();
    await Promise.all([kept({ receipt, at }), kept({ receipt, at })]);
    await kept({ receipt: structuredClone(receipt), at });
    expect(count()).toBe(1);
  });

  it('are drawn again when the receipt has changed', async () => {
    const { draw, count } = countingDraw();
    const kept = cachePdfs(draw);
    await kept({ receipt: aReceipt(), at });
    await kept({ receipt: aReceipt({ cancellation: { at, protocol: '3352600000012399' } }), at });
    expect(count()).toBe(2);
  });

  it('do not exceed the limit in bytes: the least recently used is drawn again', async () => {
    const { draw, count } = countingDraw();
    const kept = cachePdfs(draw, 25);
    const ask = (when: Date) => kept({ receipt: aReceipt(), at: when });
    await ask(at);
    await ask(anotherAt);
    await ask(at);
    await ask(lastAt);
    expect(count()).toBe(3);
    await ask(at);
    expect(count()).toBe(3);
    await ask(anotherAt);
    expect(count()).toBe(4);
  });

  it('are not stored when the drawing failed', async () => {
    const { draw, count } = countingDraw([1]);
    const kept = cachePdfs(draw);
    await expect(kept({ receipt: aReceipt(), at })).rejects.toThrow('no paper');
    await kept({ receipt: aReceipt(), at });
    expect(count()).toBe(2);
  });
});
