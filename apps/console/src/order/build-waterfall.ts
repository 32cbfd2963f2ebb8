import type { Order, OrderAttempt, OrderStep } from '@linework/sdk';
import { type Gap, type Interval, timeScale } from './time-scale.ts';

export interface Bar {
  readonly attempt: OrderAttempt;
  /** Places on the axis, from 0 to 1. */
  readonly at: number;
  readonly width: number;
  readonly durationMs: number;
}

/** The time between two attempts of a step. */
interface Wait {
  readonly at: number;
  readonly width: number;
  readonly durationMs: number;
}

export interface WaterfallRow {
  readonly step: OrderStep;
  readonly bars: readonly Bar[];
  readonly waits: readonly Wait[];
}

export interface Waterfall {
  readonly rows: readonly WaterfallRow[];
  readonly gaps: readonly Gap[];
  readonly startedAt: number;
  readonly endedAt: number;
}

/** A local step starts and ends in one statement; it is shown as a mark. */
const shortestMs = 1;

/** Places the attempts of an order on one axis of time, a row for each step. */
export function buildWaterfall(
  order: Pick<Order, 'createdAt' | 'steps'>,
  attempts: readonly OrderAttempt[],
  now: number,
): Waterfall {
  const spans = new Map(attempts.map((attempt) => [attempt, spanOf(attempt, now)]));
  const createdAt = Date.parse(order.createdAt);
  const ofSteps = order.steps.flatMap((step) => localSpan(step) ?? []);
  const all = [{ from: createdAt, to: createdAt + shortestMs }, ...spans.values(), ...ofSteps];
  const { place, gaps } = timeScale(all);
  const rows = order.steps.map((step) => {
    const own = attempts.filter(({ stepId }) => stepId === step.id);
    const bars = own.map((attempt) => toBar(attempt, spans.get(attempt) as Interval, place));
    return {
      step,
      bars,
      waits: findWaits(
        own.map((attempt) => spans.get(attempt) as Interval),
        place,
      ),
    };
  });
  return { rows, gaps, startedAt: createdAt, endedAt: Math.max(...all.map(({ to }) => to)) };
}

function spanOf({ startedAt, endedAt }: OrderAttempt, now: number): Interval {
  const from = Date.parse(startedAt);
  return { from, to: Math.max(from + shortestMs, endedAt === undefined ? now : Date.parse(endedAt)) };
}

function localSpan({ startedAt, finishedAt, failedAt }: OrderStep): Interval | undefined {
  if (startedAt === null) return undefined;
  const from = Date.parse(startedAt);
  return { from, to: Math.max(from + shortestMs, Date.parse(finishedAt ?? failedAt ?? startedAt)) };
}

function toBar(attempt: OrderAttempt, { from, to }: Interval, place: (time: number) => number): Bar {
  return { attempt, at: place(from), width: place(to) - place(from), durationMs: to - from };
}

function findWaits(spans: readonly Interval[], place: (time: number) => number): readonly Wait[] {
  return spans.slice(1).flatMap((span, index) => {
    const before = spans[index];
    if (before === undefined || span.from <= before.to) return [];
    return [{ at: place(before.to), width: place(span.from) - place(before.to), durationMs: span.from - before.to }];
  });
}
