import { orderTypeCodes } from '@linework/schemas/orders/order-types';
import { Link } from '@tanstack/react-router';
import { useIncidents } from '../incidents/use-incidents.ts';
import { shortStep } from '../orders/order-text.ts';
import { type OrdersSearch, readOrdersSearch, views } from '../orders/orders-search.ts';
import { pollMs, useOrderCount } from '../orders/use-orders.ts';
import { parseSearch } from '../shell/search-text.ts';
import { LiveBadge } from '../ui/live-badge.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { toWords } from '../ui/status-tone.ts';
import tableStyles from '../ui/table.module.css';
import styles from './overview.module.css';

const openSearch: OrdersSearch = views[1].search;

/** What is wrong and what is going on, each with a way to the orders. */
export function OverviewPage() {
  return (
    <Page title="Overview" scrolls actions={<LiveBadge everyMs={pollMs} />}>
      <div className={styles.figures}>
        <Figure name="Need attention" search={{}} isAlarm />
        <Figure name="Open" search={openSearch} />
      </div>
      <LargestIncidents />
      <Section title="Open and failed by type">
        <table className={tableStyles.table}>
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col" className={tableStyles.number}>
                Open
              </th>
              <th scope="col" className={tableStyles.number}>
                Need attention
              </th>
            </tr>
          </thead>
          <tbody>
            {orderTypeCodes.map((type) => (
              <tr key={type}>
                <th scope="row">{toWords(type)}</th>
                <CountCell search={{ ...openSearch, type }} />
                <CountCell search={{ type }} />
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </Page>
  );
}

function Figure({ name, search, isAlarm = false }: { readonly name: string; readonly search: OrdersSearch; readonly isAlarm?: boolean }) {
  const { data } = useOrderCount(search);
  return (
    <Link to="/orders" search={search} className={styles.figure} data-alarm={(isAlarm && data !== undefined && data > 0) || undefined}>
      <b>{data === undefined ? '–' : data.toLocaleString('en')}</b>
      {name}
    </Link>
  );
}

function CountCell({ search }: { readonly search: OrdersSearch }) {
  const { data } = useOrderCount(search);
  return (
    <td className={tableStyles.number}>
      {data === undefined || data === 0 ? (
        <span className={styles.muted}>{data ?? '–'}</span>
      ) : (
        <Link to="/orders" search={search}>
          {data.toLocaleString('en')}
        </Link>
      )}
    </td>
  );
}

function LargestIncidents() {
  const { data } = useIncidents();
  if (data === undefined || data === null || data.items.length === 0) return null;
  return (
    <Section title="Largest incidents" beside={<Link to="/incidents">All</Link>}>
      <ul className={styles.incidents}>
        {data.items.slice(0, 5).map(({ filter, orderCount, errorCode, type, step, hourlyCounts }) => (
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
