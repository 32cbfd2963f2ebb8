import { partnerOf, partners } from '@linework/schemas/unanswered-calls/unanswered-call';
import type { UnansweredCount } from './count-unanswered-calls.ts';
import type { Metrics } from './metrics.ts';

/** Shows the unanswered calls of each partner and the age of the oldest. Without counts the gauges have no value. */
export function setUnansweredMetrics(
  { unansweredCalls, unansweredOldestAge }: Pick<Metrics, 'unansweredCalls' | 'unansweredOldestAge'>,
  counts: readonly UnansweredCount[] | undefined,
): void {
  unansweredCalls.reset();
  unansweredOldestAge.reset();
  if (counts === undefined) return;
  for (const system of partners) {
    const own = counts.filter(({ kind }) => partnerOf[kind] === system);
    const sum = (state: 'waiting' | 'stopped') => own.reduce((total, count) => total + count[state], 0);
    for (const state of ['waiting', 'stopped'] as const) unansweredCalls.set({ system, state }, sum(state));
    unansweredOldestAge.set({ system }, Math.max(0, ...own.map(({ oldestAgeSeconds }) => oldestAgeSeconds)));
  }
}
