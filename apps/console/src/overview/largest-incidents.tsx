import { Link } from '@tanstack/react-router';
import { useIncidents } from '../incidents/use-incidents.ts';
import { shortStep } from '../orders/order-text.ts';
import { readOrdersSearch } from '../orders/orders-search.ts';
import { parseSearch } from '../shell/search-text.ts';
import { Section } from '../ui/page.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { Failure } from '../ui/state.tsx';
import { toWords } from '../ui/status-tone.ts';
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
            <b className={styles.incidentCount}>{orderCount.toLocaleString('en')}</b>
            <Link to="/orders" search={readOrdersSearch(parseSearch(filter))}>
              {errorCode ?? 'none'}
            </Link>
            <span className={styles.muted}>
              {toWords(type ?? '')} at {toWords(shortStep(step ?? '')).toLowerCase()}
            </span>
            <Sparkline values={hourlyCounts} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
