import { orderTypeCodes } from '@linework/schemas/orders/order-types';
import { Link } from '@tanstack/react-router';
import { type OrdersSearch, views } from '../orders/orders-search.ts';
import { useOrderCount } from '../orders/use-orders.ts';
import { Page, Section } from '../ui/page.tsx';
import { toWords } from '../ui/status-tone.ts';
import tableStyles from '../ui/table.module.css';
import { Figure } from './figure.tsx';
import { LargestIncidents } from './largest-incidents.tsx';
import styles from './overview.module.css';
import { useFailedByType, useTroubles } from './use-troubles.ts';

const openSearch: OrdersSearch = views[1].search;

/** What is wrong and what is going on, each with a way to its page. */
export function OverviewPage() {
  const attention = useOrderCount({});
  const open = useOrderCount(openSearch);
  const troubles = useTroubles();
  return (
    <Page title="Overview" scrolls>
      <ul className={styles.figures}>
        <Figure name="Need attention" to="/orders" search={{}} count={attention.data} tone="danger" />
        <Figure name="Open orders" to="/orders" search={openSearch} count={open.data} />
        <Figure name="Paused" to="/work" count={troubles.pauses} tone="warning" />
        <Figure name="Pools that run low" to="/pools" count={troubles.lowPools} tone="warning" />
        <Figure name="Receivers that fail" to="/webhooks" count={troubles.failingEndpoints} tone="warning" />
      </ul>
      <LargestIncidents />
      <ByType />
    </Page>
  );
}

function ByType() {
  const failed = useFailedByType();
  return (
    <Section title="Open and failed by type">
      <table className={`${tableStyles.table} ${styles.types}`}>
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
              <OpenCell type={type} />
              <CountCell count={failed?.get(type) ?? (failed === undefined ? undefined : 0)} search={{ type }} />
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function OpenCell({ type }: { readonly type: string }) {
  const search = { ...openSearch, type };
  return <CountCell count={useOrderCount(search).data} search={search} />;
}

function CountCell({ count, search }: { readonly count: number | undefined; readonly search: OrdersSearch }) {
  return (
    <td className={tableStyles.number}>
      {count === undefined || count === 0 ? (
        <span className={styles.muted}>{count ?? '–'}</span>
      ) : (
        <Link to="/orders" search={search}>
          {count.toLocaleString('en')}
        </Link>
      )}
    </td>
  );
}
