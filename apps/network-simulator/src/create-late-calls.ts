import type { Request } from 'express';

/** A call for an order for which a worker had called already that took the order later. */
interface LateCall {
  readonly key: string;
  readonly epoch: number;
  /** The highest epoch that had called for the order. */
  readonly after: number;
  /** How much was left of the caller's lease when it called, by its own clock. */
  readonly leftMs: number;
}

/** The calls that came from a worker which had lost its order. They are noted, and act: a network that knows no epochs lets them. */
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
