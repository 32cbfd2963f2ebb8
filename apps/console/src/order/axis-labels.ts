import { durationText } from '../ui/text/relative-time.ts';
import type { Waterfall } from './build-waterfall.ts';

export interface AxisLabel {
  /** The place on the axis, from 0 to 1. */
  readonly at: number;
  readonly text: string;
  /**
   * A `break` is the length of a wait that is drawn shorter than it was; a `time` is the time since the order was
   * placed.
   */
  readonly kind: 'time' | 'break';
}

/** Labels closer than this part of the axis would cover each other. */
const nearest = 0.13;

/**
 * What is written above the axis: its ends, the length of each shortened wait, and the times at which something began,
 * where there is room.
 */
export function listAxisLabels({ rows, gaps, startedAt, endedAt }: Waterfall): readonly AxisLabel[] {
  const labels: AxisLabel[] = [
    { at: 0, text: '0', kind: 'time' },
    { at: 1, text: durationText(endedAt - startedAt), kind: 'time' },
  ];
  const addIfRoom = (label: AxisLabel) => {
    if (labels.every(({ at }) => Math.abs(at - label.at) >= nearest)) labels.push(label);
  };
  for (const { at, width, from, to } of gaps)
    addIfRoom({ at: at + width / 2, text: durationText(to - from), kind: 'break' });
  for (const { at, attempt } of rows.flatMap(({ bars }) => bars))
    addIfRoom({ at, text: durationText(Date.parse(attempt.startedAt) - startedAt), kind: 'time' });
  return labels.toSorted((a, b) => a.at - b.at);
}
