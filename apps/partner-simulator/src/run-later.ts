import type { Simulator } from './open-simulator.ts';

/**
 * Runs an action at its time, or immediately if the time has passed. The timer does not keep the program alive: a
 * pending action runs after the next start.
 */
export function runLater(
  { now, log }: Pick<Simulator, 'now' | 'log'>,
  at: string | undefined,
  action: () => void,
): void {
  if (at === undefined) return;
  const runLogged = () => {
    try {
      action();
    } catch (error) {
      log.error({ err: error }, 'a delayed action failed');
    }
  };
  setTimeout(runLogged, Math.max(0, Date.parse(at) - now())).unref();
}
