import type { TaxRate } from '@linework/sdk';
import { t } from '../language/translate.ts';
import { dayText } from '../ui/text/day-text.ts';

/** As far ahead as the alert of the metrics looks. */
export const aheadDays = 60;

/** The rates of a day ahead and the receipts that wait now, as a sentence. */
export function taxRatesText(
  rates: readonly Pick<TaxRate, 'tax' | 'rate' | 'regimes' | 'firstDay'>[],
  waitingCount: number,
): string {
  const missing = rates.filter(({ rate, regimes }) => rate === null && regimes.length > 0);
  const [first] = missing.toSorted((one, other) => one.firstDay.localeCompare(other.firstDay));
  const names = [...new Set(missing.map(({ tax }) => tax))];
  const known =
    first === undefined
      ? t('The next {days} days have all rates.', { days: aheadDays })
      : t('{names} has no rate from {day} on. | {names} have no rate from {day} on.', {
          names: names.join(', '),
          count: names.length,
          day: dayText(first.firstDay),
        });
  const waits =
    waitingCount === 0
      ? t('No receipt waits.')
      : t('{count} receipt waits for rates. | {count} receipts wait for rates.', { count: waitingCount });
  return `${known} ${waits}`;
}
