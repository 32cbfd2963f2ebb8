import { createOrderWaiter } from '@linework/orders/order-waiter';
import { describe, expect, it, vi } from 'vitest';

const orderId = '018f6f3e-7b1a-7c3e-9d55-2f4c1b8a6e01';
const noSignal = new AbortController().signal;

/** A database whose orders settle when the test says so. It records the ids of each poll. */
function aDb() {
  const settled: string[] = [];
  const polls: (readonly string[])[] = [];
  const query = async (_statement: unknown, { ids }: { readonly ids: readonly string[] }) => {
    polls.push(ids);
    return settled.map((id) => ({ id }));
  };
  return { settled, polls, db: { query } as unknown as Parameters<typeof createOrderWaiter>[0] };
}

describe('the waiter for orders', () => {
  it('reads all waited orders with one statement', async () => {
    const { db, polls, settled } = aDb();
    const waiter = createOrderWaiter(db, fail);
    const waiting = Array.from({ length: 50 }, () =>
      waiter.waitForOrder(orderId, { timeoutMs: 60_000, signal: noSignal }),
    );
    settled.push(orderId);
    await Promise.all(waiting);
    expect(polls.every((ids) => ids.length === 1)).toBe(true);
    expect(polls.length).toBeLessThan(3);
  });

  it('stops reading when nobody waits', async () => {
    const { db, polls } = aDb();
    const left = new AbortController();
    const waiting = createOrderWaiter(db, fail).waitForOrder(orderId, { timeoutMs: 60_000, signal: left.signal });
    await expect.poll(() => polls.length).toBeGreaterThan(0);
    left.abort();
    await waiting;
    const before = polls.length;
    await createOrderWaiter(db, fail).waitForOrder(orderId, { timeoutMs: 250, signal: noSignal });
    // The second waiter polled three times, the first no more.
    expect(polls.length - before).toBeLessThanOrEqual(4);
  });

  it('goes on after an error of the database', async () => {
    const { db, settled } = aDb();
    const errors: unknown[] = [];
    const failing = vi.fn(db.query).mockRejectedValueOnce(new Error('unavailable'));
    settled.push(orderId);
    await createOrderWaiter({ query: failing as unknown as typeof db.query }, (error) =>
      errors.push(error),
    ).waitForOrder(orderId, {
      timeoutMs: 60_000,
      signal: noSignal,
    });
    expect(errors).toHaveLength(1);
  });
});

function fail(error: unknown): never {
  throw error;
}
