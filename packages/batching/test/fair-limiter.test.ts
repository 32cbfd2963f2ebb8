import { describe, expect, it } from 'vitest';
import { type ConcurrencyLimits, createFairLimiter, type Release } from '../src/fair-limiter.ts';

const neverAborted = new AbortController().signal;

/** A limiter that records the order in which owners start. The test ends their work. */
function aLimiter(
  { whileShared = 1_000, ...limits }: Omit<ConcurrencyLimits, 'whileShared'> & { readonly whileShared?: number },
  isShared = () => false,
) {
  const limiter = createFairLimiter({ ...limits, whileShared }, isShared);
  const started: string[] = [];
  const releases: Release[] = [];
  return {
    started,
    enter(owner: string, signal = neverAborted) {
      const entering = limiter.acquire(owner, signal);
      void entering?.then(
        (release) => {
          started.push(owner);
          releases.push(release);
        },
        () => {},
      );
      return entering;
    },
    /** Ends the work that started first, so that the next can start. */
    async end() {
      releases.shift()?.();
      await settled();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a fair limiter', () => {
  it('runs as much work of an owner as its limit allows, and the rest in order', async () => {
    const limiter = aLimiter({ perOwner: 2, total: 10, waitingPerOwner: 5 });
    for (let count = 0; count < 4; count += 1) void limiter.enter('A');
    await settled();
    expect(limiter.started).toEqual(['A', 'A']);
    await limiter.end();
    expect(limiter.started).toHaveLength(3);
    await limiter.end();
    expect(limiter.started).toHaveLength(4);
  });

  it('starts the work of another owner immediately while one owner waits for its own limit', async () => {
    const limiter = aLimiter({ perOwner: 1, total: 10, waitingPerOwner: 5 });
    for (const owner of ['A', 'A', 'A', 'B']) void limiter.enter(owner);
    await settled();
    expect(limiter.started).toEqual(['A', 'B']);
  });

  it('has a lower limit for an owner while others are active', async () => {
    let others = true;
    const limiter = aLimiter({ perOwner: 3, whileShared: 1, total: 10, waitingPerOwner: 5 }, () => others);
    for (let count = 0; count < 5; count += 1) void limiter.enter('A');
    await settled();
    expect(limiter.started).toHaveLength(1);
    await limiter.end();
    expect(limiter.started).toHaveLength(2);
    others = false;
    await limiter.end();
    expect(limiter.started).toHaveLength(5);
  });

  it('is full only for the owner whose waiting limit is reached', async () => {
    const limiter = createFairLimiter({ perOwner: 1, whileShared: 1, total: 5, waitingPerOwner: 1 }, () => false);
    const full: boolean[] = [];
    for (let count = 0; count < 2; count += 1) {
      full.push(limiter.isFull('A'));
      void limiter.acquire('A', neverAborted);
    }
    expect([...full, limiter.isFull('A'), limiter.isFull('B')]).toEqual([false, false, true, false]);
  });

  it('serves the owners in turns when it is full', async () => {
    const limiter = aLimiter({ perOwner: 5, total: 1, waitingPerOwner: 5 });
    for (const owner of ['A', 'A', 'A', 'B', 'C', 'B']) void limiter.enter(owner);
    await settled();
    for (let count = 0; count < 5; count += 1) await limiter.end();
    expect(limiter.started).toEqual(['A', 'A', 'B', 'C', 'A', 'B']);
  });

  it('rejects only work beyond the waiting limit of its owner', async () => {
    const limiter = aLimiter({ perOwner: 1, total: 1, waitingPerOwner: 1 });
    expect([limiter.enter('A'), limiter.enter('A')]).toEqual([expect.any(Promise), expect.any(Promise)]);
    expect(limiter.enter('A')).toBeUndefined();
    expect(limiter.enter('B')).toBeInstanceOf(Promise);
    expect(limiter.enter('B')).toBeUndefined();
    await settled();
    await limiter.end();
    expect(limiter.enter('A')).toBeInstanceOf(Promise);
  });

  it('removes waiting work that is aborted', async () => {
    const limiter = aLimiter({ perOwner: 1, total: 1, waitingPerOwner: 1 });
    void limiter.enter('A');
    await settled();
    const controller = new AbortController();
    const aborted = limiter.enter('A', controller.signal);
    controller.abort(new Error('aborted'));
    await expect(aborted).rejects.toThrow('aborted');
    void limiter.enter('A');
    await limiter.end();
    await limiter.end();
    expect(limiter.started).toEqual(['A', 'A']);
    void limiter.enter('B');
    await settled();
    expect(limiter.started).toEqual(['A', 'A', 'B']);
  });

  it('can reject all waiting work, and accepts later work', async () => {
    const limiter = createFairLimiter({ perOwner: 1, whileShared: 1, total: 2, waitingPerOwner: 2 }, () => false);
    const [first] = [await limiter.acquire('A', neverAborted), await limiter.acquire('B', neverAborted)];
    const waiting = ['A', 'A', 'B', 'C'].map((owner) => limiter.acquire(owner, neverAborted));
    const reasons = Promise.allSettled(waiting).then((all) =>
      all.map((each) => (each.status === 'rejected' ? each.reason : 'entered')),
    );
    limiter.rejectWaiting('unavailable');
    expect(await reasons).toEqual(['unavailable', 'unavailable', 'unavailable', 'unavailable']);
    first?.();
    expect(await limiter.acquire('C', neverAborted)).toBeInstanceOf(Function);
  });

  it('releases a slot once, even if release is called several times', async () => {
    const limiter = createFairLimiter({ perOwner: 1, whileShared: 1, total: 1, waitingPerOwner: 2 }, () => false);
    const release = await limiter.acquire('A', neverAborted);
    const next = limiter.acquire('A', neverAborted);
    const [waiting] = [limiter.acquire('A', neverAborted)];
    let started = false;
    void waiting?.then(() => {
      started = true;
    });
    release?.();
    release?.();
    await next;
    await settled();
    expect(started).toBe(false);
  });
});
