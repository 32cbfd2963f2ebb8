import type { Settings } from '../programs/process-settings.ts';

const shiftClock = new URL('shift-clock.ts', import.meta.url).href;

/** Returns the settings of a program whose system clock is shifted by this time, forwards or backwards. */
export function shiftedClockSettings(shiftMs: number): Settings {
  return { NODE_OPTIONS: `--import=${shiftClock}?offMs=${shiftMs}` };
}
