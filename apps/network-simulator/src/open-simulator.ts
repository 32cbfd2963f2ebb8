import type { Log } from '@linework/log/log';
import { type CallCounts, createCallCounts } from '@linework/simulator/call-counts';
import { createFaults, type Faults } from '@linework/simulator/create-faults';
import type { Request } from 'express';
import { createOperations, type Operations } from './create-operations.ts';
import { type FaultTarget, isFaultFor, type Match } from './fault-match.ts';
import type { KeyMode } from './key-mode.ts';
import { openState, type State } from './open-state.ts';

/** A call with an old epoch: another worker, which acquired the order later, had already called for the order. */
interface LateCall {
  readonly key: string;
  readonly epoch: number;
  /** The highest epoch that had called for the order. */
  readonly after: number;
  /** The remaining time of the caller's lease when it called, by its own system clock. */
  readonly leftMs: number;
}

/**
 * The calls of workers that had lost their lease. They are recorded and still take effect, because a network without
 * epochs accepts them.
 */
interface LateCalls {
  record(key: string, request: Request): void;
  all(): readonly LateCall[];
}

/** Keys begin with the id of an order. */
const getOrderId = (key: string): string => key.slice(0, 36);

function createLateCalls(): LateCalls {
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

/** The dependencies of the routes. */
export interface Simulator {
  readonly state: State;
  readonly faults: Faults<Match, FaultTarget>;
  readonly counts: CallCounts;
  readonly lateCalls: LateCalls;
  readonly operations: Operations;
  /** Whether the network knows keys. The mode can change while it runs. */
  keys: KeyMode;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: Log;
}

export interface SimulatorOptions extends Pick<Simulator, 'now' | 'log' | 'keys'> {
  readonly stateFile: string | undefined;
}

/** A simulator with the state from its state file. Faults and counts start empty. */
export function openSimulator({ stateFile, keys, now, log }: SimulatorOptions): Simulator {
  return {
    keys,
    state: openState(stateFile),
    faults: createFaults({ now, isFaultFor }),
    counts: createCallCounts(),
    lateCalls: createLateCalls(),
    operations: createOperations(),
    now,
    log,
  };
}
