import { describe, expect, it } from 'vitest';
import { type ConcurrencyLimits, createFairLimiter, type Release } from '../../src/limits/fair-limiter.ts';

const neverAborted = new AbortController().signal;

/** A gate that notes in which order owners start, and lets a test end what they do. */
function aLimiter(
  { whileShared = 1_000, ...limits }: Omit<ConcurrencyLimits, 'whileShared'> & { readonly whileShared?: number },
  isBesideOthers = () => false,
) {
  const gate = createFairLimiter({ ...limits, whileShared }, isBesideOthers);
  const started: string[] = [];
  const releases: Release[] = [];
  return {
    started,
    enter(owner: string, signal = neverAborted) {
      const entering = gate.acquire(owner, signal);
      void entering?.then(
        (release) => {
          started.push(owner);
          releases.push(release);
        },
        () => {},
      );
      return entering;
    },
    /** Ends what was started first, and lets what follows start. */
    async end() {
      releases.shift()?.();
      await settled();
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a gate', () => {
  it('lets an owner do as much at once as it may, and the next in its turn', async () => {
    const gate = aLimiter({ perOwner: 2, total: 10, waitingPerOwner: 5 });
    for (let count = 0; count < 4; count += 1) void gate.enter('A');
    await settled();
    expect(gate.started).toEqual(['A', 'A']);
    await gate.end();
    expect(gate.started).toHaveLength(3);
    await gate.end();
    expect(gate.started).toHaveLength(4);
  });

  it('lets another owner start at once while one waits for its own limit', async () => {
    const gate = aLimiter({ perOwner: 1, total: 10, waitingPerOwner: 5 });
    for (const owner of ['A', 'A', 'A', 'B']) void gate.enter(owner);
    await settled();
    expect(gate.started).toEqual(['A', 'B']);
  });

  it('lets an owner do less beside others, and several at once when it is alone again', async () => {
    let others = true;
    const gate = aLimiter({ perOwner: 3, whileShared: 1, total: 10, waitingPerOwner: 5 }, () => others);
    for (let count = 0; count < 5; count += 1) void gate.enter('A');
    await settled();
    expect(gate.started).toHaveLength(1);
    await gate.end();
    expect(gate.started).toHaveLength(2);
    others = false;
    await gate.end();
    expect(gate.started).toHaveLength(5);
  });

  it('is full for an owner once those that wait are as many as may, and for no other', async () => {
    const gate = createFairLimiter({ perOwner: 1, whileShared: 1, total: 5, waitingPerOwner: 1 }, () => false);
    const full: boolean[] = [];
    for (let count = 0; count < 2; count += 1) {
      full.push(gate.isFull('A'));
      void gate.acquire('A', neverAborted);
    }
    expect([...full, gate.isFull('A'), gate.isFull('B')]).toEqual([false, false, true, false]);
  });

  it('takes owners by turns when it is full', async () => {
    const gate = aLimiter({ perOwner: 5, total: 1, waitingPerOwner: 5 });
    for (const owner of ['A', 'A', 'A', 'B', 'C', 'B']) void gate.enter(owner);
    await settled();
    for (let count = 0; count < 5; count += 1) await gate.end();
    expect(gate.started).toEqual(['A', 'A', 'B', 'C', 'A', 'B']);
  });

  it('turns away who would wait beyond the limit, and nobody else', async () => {
    const gate = aLimiter({ perOwner: 1, total: 1, waitingPerOwner: 1 });
    expect([gate.enter('A'), gate.enter('A')]).toEqual([expect.any(Promise), expect.any(Promise)]);
    expect(gate.enter('A')).toBeUndefined();
    expect(gate.enter('B')).toBeInstanceOf(Promise);
    expect(gate.enter('B')).toBeUndefined();
    await settled();
    await gate.end();
    expect(gate.enter('A')).toBeInstanceOf(Promise);
  });

  it('forgets who leaves while waiting', async () => {
    const gate = aLimiter({ perOwner: 1, total: 1, waitingPerOwner: 1 });
    void gate.enter('A');
    await settled();
    const leaving = new AbortController();
    const left = gate.enter('A', leaving.signal);
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    void gate.enter('A');
    await gate.end();
    await gate.end();
    expect(gate.started).toEqual(['A', 'A']);
    void gate.enter('B');
    await settled();
    expect(gate.started).toEqual(['A', 'A', 'B']);
  });

  it('turns away everybody who waits when it is told to, and admits who comes after', async () => {
    const gate = createFairLimiter({ perOwner: 1, whileShared: 1, total: 2, waitingPerOwner: 2 }, () => false);
    const [first] = [await gate.acquire('A', neverAborted), await gate.acquire('B', neverAborted)];
    const waiting = ['A', 'A', 'B', 'C'].map((owner) => gate.acquire(owner, neverAborted));
    const reasons = Promise.allSettled(waiting).then((all) => all.map((each) => (each.status === 'rejected' ? each.reason : 'entered')));
    gate.rejectWaiting('away');
    expect(await reasons).toEqual(['away', 'away', 'away', 'away']);
    first?.();
    expect(await gate.acquire('C', neverAborted)).toBeInstanceOf(Function);
  });

  it('takes back a share once, however often it is given back', async () => {
    const gate = createFairLimiter({ perOwner: 1, whileShared: 1, total: 1, waitingPerOwner: 2 }, () => false);
    const release = await gate.acquire('A', neverAborted);
    const next = gate.acquire('A', neverAborted);
    const [waiting] = [gate.acquire('A', neverAborted)];
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
