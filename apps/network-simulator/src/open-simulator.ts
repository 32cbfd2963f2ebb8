import type { Log } from '@linework/log/log';
import { type CallCounts, createCallCounts } from '@linework/simulator/call-counts';
import { createFaults, type Faults } from '@linework/simulator/create-faults';
import { createLateCalls, type LateCalls } from './create-late-calls.ts';
import { createOperations, type Operations } from './create-operations.ts';
import { type FaultTarget, isFaultFor, type Match } from './fault-match.ts';
import type { KeyMode } from './key-mode.ts';
import { openState, type State } from './open-state.ts';

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
