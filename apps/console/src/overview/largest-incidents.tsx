import { Link } from '@tanstack/react-router';
import { useIncidents } from '../incidents/use-incidents.ts';
import { shortStep } from '../orders/order-text.ts';
import { readOrdersSearch } from '../orders/orders-search.ts';
import { parseSearch } from '../shell/search-text.ts';
import { Code } from '../ui/code.tsx';
import { Section } from '../ui/page.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { Failure } from '../ui/state.tsx';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import styles from './overview.module.css';

const shown = 5;

export function LargestIncidents() {
  const { data, error, refetch } = useIncidents();
  if (error !== null && data === undefined) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined || data === null || data.items.length === 0) return null;
  return (
    <Section title="Largest incidents" beside={<Link to="/incidents">All {data.meta.total.toLocaleString('en')}</Link>}>
      <ul className={styles.incidents}>
        {data.items.slice(0, shown).map(({ filter, orderCount, errorCode, type, step, hourlyCounts }) => (
          <li key={filter}>
            <b>{orderCount.toLocaleString('en')}</b>
            <div className={styles.incident}>
              <Link to="/orders" search={readOrdersSearch(parseSearch(filter))}>
                {errorCode === undefined ? 'none' : <Code text={errorCode} />}
              </Link>
              <span className={styles.muted}>
                {toWords(type ?? '')} at {toPhrase(shortStep(step ?? ''))}
              </span>
            </div>
            <Sparkline values={hourlyCounts} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
