import type { Schedule } from '@linework/sdk';
import { t } from '../language/translate.ts';

/** A worker that is alone and busy starts a job a few seconds late. */
const lateLimitMs = 10_000;

type Timing = Pick<Schedule, 'job' | 'everyMs' | 'nextAt' | 'lateMs'>;

export const isLate = ({ nextAt, lateMs }: Pick<Timing, 'nextAt' | 'lateMs'>): boolean =>
  nextAt === null || lateMs > lateLimitMs;

/** Whether a job runs so often that it is late as soon as no worker runs. */
export const isFrequent = ({ everyMs }: Pick<Timing, 'everyMs'>): boolean => everyMs < lateLimitMs;

export const urgentFirst = (a: Timing, b: Timing): number =>
  Number(isLate(b)) - Number(isLate(a)) || a.everyMs - b.everyMs || a.job.localeCompare(b.job);

/** Says in a few words whether the scheduled jobs run. A job of every minute tells nothing for a minute. */
export function describeSchedules(schedules: readonly Timing[]): string {
  const late = schedules.filter(isLate).length;
  if (late === 0) return t('All run on time');
  if (schedules.filter(isFrequent).every(isLate)) return t('None runs on time: is a worker running?');
  return t('{late} of {count} do not run on time', { late, count: schedules.length });
}
