import { expect, it } from 'vitest';
import { axisTop, listDays } from '../src/reports/chart-scale.ts';

it('an axis ends above the most at a number of one digit', () => {
  expect([38, 40, 41, 101, 0.93, 0.55, 2].map(axisTop)).toEqual([40, 40, 60, 200, 1, 0.6, 2]);
});

it('each day of the period has its place, also one without an order', () => {
  const days = listDays([{ day: '2026-11-24', count: 3, p50Seconds: 1 }], 2, Date.parse('2026-11-25T10:00:00Z'));
  expect(days).toEqual([
    { day: '2026-11-23', count: 0 },
    { day: '2026-11-24', count: 3, p50Seconds: 1 },
    { day: '2026-11-25', count: 0 },
  ]);
});
