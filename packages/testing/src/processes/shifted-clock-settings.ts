import type { Settings } from './start-program.ts';

const shiftClock = new URL('shift-clock.ts', import.meta.url).href;

/** Settings of a program whose own clock is off by so much, ahead or behind. */
export function shiftedClockSettings(shiftMs: number): Settings {
  return { NODE_OPTIONS: `--import=${shiftClock}?offMs=${shiftMs}` };
}
