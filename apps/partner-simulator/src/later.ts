import type { Simulator } from './simulator.ts';

/** Does something at its time, or at once when that is over. It keeps no program from ending: what is not done then is done after the next start. */
export function later({ now, log }: Pick<Simulator, 'now' | 'log'>, at: string | undefined, act: () => void): void {
  if (at === undefined) return;
  const guarded = () => {
    try {
      act();
    } catch (error) {
      log.error({ err: error }, 'what was to be done later failed');
    }
  };
  setTimeout(guarded, Math.max(0, Date.parse(at) - now())).unref();
}
