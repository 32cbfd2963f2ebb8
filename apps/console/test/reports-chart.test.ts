import { orderLifecycle } from '@linework/schemas/lifecycles/order.lifecycle';
import { expect, it } from 'vitest';
import { axisTop, listDays } from '../src/reports/chart-scale.ts';
import { countOutcomes, rateText, successRate } from '../src/reports/outcomes.ts';

it('an axis ends above the most at a number of one digit', () => {
  expect([38, 40, 41, 101, 0.93, 0.55, 2].map(axisTop)).toEqual([40, 40, 60, 200, 1, 0.6, 2]);
});

it('each day of the period has its place, with what became of its orders, also one without an order', () => {
  const byDay = [{ day: '2026-11-24', count: 6, p50Seconds: 1, p95Seconds: 3 }];
  const byStatus = [
    { day: '2026-11-24', status: 'COMPLETED', count: 3 },
    { day: '2026-11-24', status: 'FAILED', count: 1 },
    { day: '2026-11-24', status: 'ROLLED_BACK', count: 1 },
    { day: '2026-11-24', status: 'IN_PROGRESS', count: 1 },
  ];
  const none = { completed: 0, failed: 0, cancelled: 0, open: 0 };
  expect(listDays({ byDay, byStatus }, 2, Date.parse('2026-11-25T10:00:00Z'))).toEqual([
    { day: '2026-11-23', count: 0, counts: none },
    {
      day: '2026-11-24',
      count: 6,
      counts: { completed: 3, failed: 2, cancelled: 0, open: 1 },
      p50Seconds: 1,
      p95Seconds: 3,
    },
    { day: '2026-11-25', count: 0, counts: none },
  ]);
});

it('every status of an order is an outcome, and one that has not settled is open', () => {
  const of = (status: string) => Object.entries(countOutcomes([{ status, count: 1 }])).find(([, n]) => n === 1)?.[0];
  expect(Object.fromEntries(orderLifecycle.statuses.map((status) => [status, of(status)]))).toEqual({
    PENDING: 'open',
    IN_PROGRESS: 'open',
    COMPLETED: 'completed',
    FAILED: 'failed',
    ROLLING_BACK: 'open',
    ROLLED_BACK: 'failed',
    ROLLBACK_FAILED: 'failed',
    CANCELLING: 'open',
    CANCELLED: 'cancelled',
    CANCEL_FAILED: 'failed',
  });
});

it('the rate of success leaves out what was cancelled or is open, and is 100 only without a failure', () => {
  const rate = (completed: number, failed: number) =>
    rateText(successRate({ completed, failed, cancelled: 9, open: 9 }));
  expect(rate(0, 0)).toBe('–');
  expect(rate(3, 1)).toBe('75.0%');
  expect(rate(5, 0)).toBe('100%');
  expect(rate(999_999, 1)).toBe('99.9%');
});
