import type { SystemBreaker } from './create-system-breaker.ts';

/** The health checks of a program: whether each system responded to its last call, by the system's name. */
export const buildHealthChecks = (
  breakers: readonly Pick<SystemBreaker, 'system' | 'state'>[],
): Readonly<Record<string, () => Promise<boolean>>> =>
  Object.fromEntries(breakers.map(({ system, state }) => [system, async () => state() === 'closed']));
