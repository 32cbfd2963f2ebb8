import { describe, expect, it } from 'vitest';
import { describeSchedules, urgentFirst } from '../src/work/schedule-state.ts';

const aSchedule = (job: string, everyMs: number, lateMs: number | null) => ({
  job,
  everyMs,
  nextAt: lateMs === null ? null : '2026-11-25T00:00:00.000Z',
  lateMs: lateMs ?? 0,
});

describe('the sentence about the scheduled jobs', () => {
  it('says that all run on time, although each is a little late', () => {
    expect(describeSchedules([aSchedule('often', 200, 900), aSchedule('seldom', 60_000, 0)])).toBe('All run on time');
  });

  it('asks for the worker when every frequent job is late, before the others can be', () => {
    expect(describeSchedules([aSchedule('often', 200, 11_000), aSchedule('seldom', 60_000, 0)])).toBe(
      'None runs on time: is a worker running?',
    );
  });

  it('counts those that are late or missing while others run', () => {
    expect(describeSchedules([aSchedule('a', 200, 11_000), aSchedule('b', 200, 0), aSchedule('c', 60_000, null)])).toBe(
      '2 of 3 do not run on time',
    );
  });
});

it('late jobs come first, then the most frequent', () => {
  const jobs = [
    aSchedule('seldom', 60_000, 0),
    aSchedule('often', 200, 0),
    aSchedule('late', 1_000, 20_000),
    aSchedule('missing', 500, null),
  ];
  expect(jobs.toSorted(urgentFirst).map(({ job }) => job)).toEqual(['missing', 'late', 'often', 'seldom']);
});
