import type { Metrics } from './metrics.ts';

const states = ['closed', 'open', 'half-open'] as const;

interface BreakerMetrics {
  callEnded(system: string, outcome: string): void;
  stateChanged(system: string, state: (typeof states)[number]): void;
}

/**
 * Counts the calls to each system by their outcome, and shows the state of each system's circuit breaker in this
 * process.
 */
export function breakerMetrics(
  { systemCalls, systemState }: Pick<Metrics, 'systemCalls' | 'systemState'>,
  systems: readonly string[],
): BreakerMetrics {
  const stateChanged: BreakerMetrics['stateChanged'] = (system, state) => {
    for (const one of states) systemState.set({ system, state: one }, Number(one === state));
  };
  for (const system of systems) stateChanged(system, 'closed');
  return { callEnded: (system, outcome) => systemCalls.inc({ system, outcome }), stateChanged };
}
