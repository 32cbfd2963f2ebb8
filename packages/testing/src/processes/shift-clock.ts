// Loaded before a program to shift its system clock by the `offMs` of this module's URL. Timers and `performance` are
// not affected.
const offMs = Number(new URL(import.meta.url).searchParams.get('offMs'));
const SystemDate = Date;

class ShiftedDate extends SystemDate {
  constructor(...values: [] | [number]) {
    super(...((values.length === 0 ? [SystemDate.now() + offMs] : values) as [number]));
  }

  static override now(): number {
    return SystemDate.now() + offMs;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
