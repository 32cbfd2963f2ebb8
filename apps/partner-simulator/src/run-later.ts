import type { Simulator } from './open-simulator.ts';

/** Does something at its time, or at once when that is over. It keeps no program from ending: what is not done then is done after the next start. */
export function runLater({ now, log }: Pick<Simulator, 'now' | 'log'>, at: string | undefined, action: () => void): void {
  if (at === undefined) return;
  const runLogged = () => {
    try {
      action();
    } catch (error) {
      log.error({ err: error }, 'what was to be done later failed');
    }
  };
  setTimeout(runLogged, Math.max(0, Date.parse(at) - now())).unref();
}
