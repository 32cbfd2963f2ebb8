import { describe, expect, it } from 'vitest';
import { listAxisLabels } from '../src/order/axis-labels.ts';
import { timeScale } from '../src/order/time-scale.ts';

const hourMs = 3_600_000;

describe('the axis of time of an order', () => {
  it('shows two calls of 100 ms to scale when nothing is between them', () => {
    const { place, gaps } = timeScale([
      { from: 0, to: 100 },
      { from: 100, to: 200 },
    ]);
    expect([place(0), place(50), place(100), place(200)]).toEqual([0, 0.25, 0.5, 1]);
    expect(gaps).toEqual([]);
  });

  it('shortens a wait of three hours, and says how long it was', () => {
    const { place, gaps } = timeScale([
      { from: 0, to: 100 },
      { from: 3 * hourMs, to: 3 * hourMs + 100 },
    ]);
    expect(place(100)).toBeGreaterThan(0.25);
    expect(gaps).toMatchObject([{ from: 100, to: 3 * hourMs }]);
    expect(gaps[0]?.width).toBeLessThan(0.4);
  });

  it('puts a time before the first call at the beginning, and one after the last at the end', () => {
    const { place } = timeScale([{ from: 1_000, to: 2_000 }]);
    expect([place(0), place(9_000)]).toEqual([0, 1]);
  });

  it('has its ends and the length of a shortened wait above it, and leaves out what would cover them', () => {
    const gap = { from: 100, to: 3 * hourMs, at: 0.3, width: 0.4 };
    const attempt = (at: number) => ({
      at,
      width: 0.01,
      durationMs: 1,
      attempt: { startedAt: new Date(at * 1_000).toISOString() },
    });
    const rows = [{ step: {}, waits: [], bars: [attempt(0.05), attempt(0.75)] }] as never;
    const labels = listAxisLabels({ rows, gaps: [gap], startedAt: 0, endedAt: 3 * hourMs + 100 });
    expect(labels.map(({ text, kind }) => `${kind} ${text}`)).toEqual([
      'time 0',
      'break 2 h 59 min',
      'time 750 ms',
      'time 3 h',
    ]);
  });
});
