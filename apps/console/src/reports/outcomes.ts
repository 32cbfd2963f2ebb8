import { language } from '../language/language.ts';
import { t } from '../language/translate.ts';
import type { ReportRow } from './use-report.ts';

/** What became of orders: the parts of a bar, from below. */
export const outcomes = ['completed', 'failed', 'cancelled', 'open'] as const;
type Outcome = (typeof outcomes)[number];

export const outcomeNames: Readonly<Record<Outcome, string>> = {
  completed: t('completed'),
  failed: t('failed'),
  cancelled: t('cancelled'),
  open: t('open'),
};

/** An order that was rolled back did not do what was asked for, so it counts as failed. */
const outcomeOf: Readonly<Record<string, Outcome>> = {
  COMPLETED: 'completed',
  FAILED: 'failed',
  ROLLBACK_FAILED: 'failed',
  CANCEL_FAILED: 'failed',
  ROLLED_BACK: 'failed',
  CANCELLED: 'cancelled',
};

export type Counts = Readonly<Record<Outcome, number>>;

/** Adds up the orders of some rows by what became of them. */
export function countOutcomes(rows: readonly Pick<ReportRow, 'status' | 'count'>[]): Counts {
  const counts = { completed: 0, failed: 0, cancelled: 0, open: 0 };
  for (const { status = '', count } of rows) counts[outcomeOf[status] ?? 'open'] += count;
  return counts;
}

/** The part of the orders that was completed, of those that were completed or failed; undefined without any. */
export const successRate = ({ completed, failed }: Counts): number | undefined =>
  completed + failed === 0 ? undefined : completed / (completed + failed);

/** `98.7%`. Only a rate without any failure is 100. */
export function rateText(rate: number | undefined): string {
  if (rate === undefined) return '–';
  if (rate === 1) return '100%';
  const percent = Math.min(99.9, Math.round(rate * 1_000) / 10);
  return `${percent.toLocaleString(language, { minimumFractionDigits: 1 })}%`;
}
