export interface Interval {
  readonly from: number;
  readonly to: number;
}

interface Gap extends Interval {
  /** Where the gap is on the axis, from 0 to 1. */
  readonly at: number;
  readonly width: number;
}

export interface TimeScale {
  /** The place of a time on the axis, from 0 to 1. */
  readonly place: (time: number) => number;
  /** The gaps that are shown shorter than they were. */
  readonly gaps: readonly Gap[];
}

/** A gap that is longer than this part of the time in which something happened is shortened. */
const longestGap = 1.5;
/** The part that a shortened gap takes: enough for its length to be written above it. */
const shortenedGap = 0.5;

/**
 * Places times on an axis on which a call of 40 ms is to be seen beside a wait of three hours: what happened is to
 * scale, and a long gap in which nothing happened is shortened, and marked.
 */
export function timeScale(intervals: readonly Interval[]): TimeScale {
  const busy = mergeIntervals(intervals);
  const busyMs = Math.max(
    1,
    busy.reduce((sum, { from, to }) => sum + (to - from), 0),
  );
  const segments = busy.flatMap((interval, index) => {
    const before = busy[index - 1];
    const gap = before === undefined ? [] : [{ from: before.to, to: interval.from, isGap: true }];
    return [...gap, { ...interval, isGap: false }];
  });
  const weigh = ({ from, to, isGap }: Interval & { readonly isGap: boolean }) =>
    Math.max(0.02 * busyMs, isGap && to - from > longestGap * busyMs ? shortenedGap * busyMs : to - from);
  const total = segments.reduce((sum, segment) => sum + weigh(segment), 0) || 1;
  let end = 0;
  const placed = segments.map((segment) => {
    const at = end;
    end += weigh(segment) / total;
    return { ...segment, at, width: weigh(segment) / total };
  });
  const place = (time: number) => {
    const segment = placed.find(({ to }) => time <= to) ?? placed.at(-1);
    if (segment === undefined) return 0;
    const part = segment.to === segment.from ? 0 : (time - segment.from) / (segment.to - segment.from);
    return segment.at + segment.width * Math.max(0, Math.min(1, part));
  };
  return { place, gaps: placed.filter(({ isGap, from, to }) => isGap && to - from > longestGap * busyMs) };
}

function mergeIntervals(intervals: readonly Interval[]): readonly Interval[] {
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of intervals.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to: Math.max(from, to) });
  }
  return merged;
}
