import type { Event, Order, OrderAttempt, OrderStep } from '@linework/sdk';
import type { OrderExplanation } from './explanation.ts';
import { type Interval, timeScale } from './time-scale.ts';

type Change = OrderExplanation['changes'][number];

/** What happened at a time, or what comes next. */
export type Happening =
  | { readonly kind: 'event'; readonly event: Event }
  | { readonly kind: 'call'; readonly attempt: OrderAttempt; readonly durationMs: number; readonly isLast: boolean }
  | { readonly kind: 'step'; readonly step: OrderStep }
  | { readonly kind: 'change'; readonly change: Change };

export interface TimelineItem {
  readonly key: string;
  readonly at: number;
  /** The time since the order was placed. */
  readonly offsetMs: number;
  /** The time in which nothing happened before it, if it is long enough to be a wait. */
  readonly waitMs?: number | undefined;
  readonly what: Happening;
  /** The place on the axis, from 0 to 1, of what takes time. */
  readonly bar?: { readonly at: number; readonly width: number } | undefined;
}

export interface Timeline {
  readonly items: readonly TimelineItem[];
  /** The steps that were not called yet. */
  readonly pending: readonly OrderStep[];
}

interface TimelineInput {
  readonly order: Pick<Order, 'id' | 'createdAt' | 'status' | 'steps'>;
  readonly attempts: readonly OrderAttempt[];
  readonly events: readonly Event[];
  readonly changes: readonly Change[];
  readonly now: number;
}

/** A call of less is as long as this on the axis, and a step that calls nobody is a moment. */
const shortestMs = 1;
/** A pause between two happenings from which on it is told as a wait. */
const shortestWaitMs = 1_000;

/** What happened in the same millisecond, in the order in which it was caused. */
const ranks: Readonly<Record<string, number>> = { PENDING: 0, IN_PROGRESS: 1, call: 2, step: 3, change: 4 };
const lastRank = 5;

const rankOf = ({ what }: Pick<TimelineItem, 'what'>): number =>
  what.kind === 'event' ? (ranks[what.event.to ?? 'IN_PROGRESS'] ?? lastRank) : (ranks[what.kind] ?? lastRank);

/** Everything that happened to an order in one line: its events, its calls, its steps and what it has changed. */
export function buildTimeline({ order, attempts, events, changes, now }: TimelineInput): Timeline {
  const startedAt = Date.parse(order.createdAt);
  const spans = new Map(attempts.map((attempt) => [attempt, spanOf(attempt, now)]));
  const { place } = timeScale([{ from: startedAt, to: startedAt + shortestMs }, ...spans.values()]);
  const lasts = new Set(new Map(attempts.map((attempt) => [`${attempt.stepId} ${attempt.kind}`, attempt])).values());
  const item = (key: string, at: number, what: Happening): TimelineItem => ({
    key,
    at,
    offsetMs: Math.max(0, at - startedAt),
    what,
  });
  // A step that calls nobody starts and ends in one statement.
  const calls = [...spans].filter(([{ startedAt: from, endedAt, outcome }]) => outcome !== 'done' || endedAt !== from);
  const called = new Set(calls.map(([{ stepId }]) => stepId));
  const sorted = [
    // The changes of the explanation name their records; the events of the order are about itself.
    ...events
      .filter(({ resource }) => resource.id === order.id)
      .map((event) => item(event.id, Date.parse(event.at), { kind: 'event', event })),
    ...calls.map(([attempt, { from, to }]) => ({
      ...item(`${attempt.stepId} ${attempt.kind} ${attempt.attempt}`, from, {
        kind: 'call',
        attempt,
        durationMs: to - from,
        isLast: lasts.has(attempt),
      }),
      bar: { at: place(from), width: place(to) - place(from) },
    })),
    ...order.steps.flatMap((step) =>
      step.finishedAt === null || called.has(step.id)
        ? []
        : [item(step.id, Date.parse(step.finishedAt), { kind: 'step', step })],
    ),
    ...changes.map((change, index) =>
      item(`change ${index} ${change.resource.id}`, Date.parse(change.changedAt), { kind: 'change', change }),
    ),
  ].toSorted((a, b) => a.at - b.at || rankOf(a) - rankOf(b));
  return {
    items: withWaits(sorted, now),
    pending: order.steps.filter((step) => step.status === 'PENDING' && !called.has(step.id) && isOpen(order.status)),
  };
}

const isOpen = (status: string): boolean => ['PENDING', 'IN_PROGRESS'].includes(status);

function spanOf({ startedAt, endedAt }: OrderAttempt, now: number): Interval {
  const from = Date.parse(startedAt);
  return { from, to: Math.max(from + shortestMs, endedAt === undefined ? now : Date.parse(endedAt)) };
}

const endOf = ({ at, what }: TimelineItem): number => (what.kind === 'call' ? at + what.durationMs : at);

/** Tells before an item how long nothing had happened. A call lasts, so the time in it is no wait. */
function withWaits(items: readonly TimelineItem[], now: number): readonly TimelineItem[] {
  let busyUntil = items[0]?.at ?? now;
  return items.map((item) => {
    const waitMs = item.at - busyUntil;
    busyUntil = Math.max(busyUntil, endOf(item));
    return waitMs >= shortestWaitMs ? { ...item, waitMs } : item;
  });
}
