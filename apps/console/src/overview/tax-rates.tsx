import { useQuery } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
import { Section } from '../ui/page.tsx';
import styles from './overview.module.css';
import { aheadDays, taxRatesText } from './tax-rates-text.ts';

const dayMs = 86_400_000;
/** Rates change by a law, and not by the minute. */
const pollMs = 300_000;

/** Whether the taxes of receipts have rates for the next two months, and how many receipts wait for them. */
export function TaxRates() {
  const { data } = useQuery({
    queryKey: ['tax-rates', 'overview'],
    queryFn: async ({ signal }) => {
      const on = new Date(Date.now() + aheadDays * dayMs).toISOString().slice(0, 10);
      const [{ rates }, { meta }] = await Promise.all([
        linework.taxRates.list({ on }, { signal }),
        linework.taxReceipts.list({ waitsForRates: true, limit: 1 }, { signal }),
      ]);
      return { rates, waitingCount: meta.total };
    },
    refetchInterval: pollMs,
    retry: false,
  });
  if (data === undefined) return null;
  return (
    <Section title="Tax rates">
      <p className={styles.muted}>{taxRatesText(data.rates, data.waitingCount)}</p>
    </Section>
  );
}
