import type { TaxRate } from '@linework/sdk';
import { countText } from '../ui/text/count-text.ts';

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
      ? `The next ${aheadDays} days have all rates.`
      : `${names.join(', ')} ${names.length === 1 ? 'has' : 'have'} no rate from ${first.firstDay} on.`;
  if (waitingCount === 0) return `${known} No receipt waits.`;
  return `${known} ${countText(waitingCount, 'receipt')} ${waitingCount === 1 ? 'waits' : 'wait'} for rates.`;
}
