// Loaded before a program that is to believe in another time: its clock is off by what its address says. Timers and `performance` go on as they are.
const offMs = Number(new URL(import.meta.url).searchParams.get('offMs'));
const RightDate = Date;

class ShiftedDate extends RightDate {
  constructor(...values: [] | [number]) {
    super(...((values.length === 0 ? [RightDate.now() + offMs] : values) as [number]));
  }

  static override now(): number {
    return RightDate.now() + offMs;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
