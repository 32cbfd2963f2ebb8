import type { Request } from 'express';

/** A call with an old epoch: another worker, which acquired the order later, had already called for the order. */
interface LateCall {
  readonly key: string;
  readonly epoch: number;
  /** The highest epoch that had called for the order. */
  readonly after: number;
  /** The remaining time of the caller's lease when it called, by its own system clock. */
  readonly leftMs: number;
}

/** The calls of workers that had lost their lease. They are recorded and still take effect, because a network without epochs accepts them. */
export interface LateCalls {
  record(key: string, request: Request): void;
  all(): readonly LateCall[];
}

/** Keys begin with the id of an order. */
const getOrderId = (key: string): string => key.slice(0, 36);

export function createLateCalls(): LateCalls {
  const highest = new Map<string, number>();
  const late: LateCall[] = [];
  return {
    record(key, request) {
      const epoch = Number(request.get('Order-Epoch') ?? Number.NaN);
      if (Number.isNaN(epoch)) return;
      const after = highest.get(getOrderId(key)) ?? epoch;
      if (epoch < after) late.push({ key, epoch, after, leftMs: Number(request.get('Lease-Left-Ms')) });
      else highest.set(getOrderId(key), epoch);
    },
    all: () => late,
  };
}
