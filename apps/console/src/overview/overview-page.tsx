import { useIncidents } from '../incidents/use-incidents.ts';
import { type OrdersSearch, views } from '../orders/orders-search.ts';
import { Page } from '../ui/page.tsx';
import { Failure, Loading } from '../ui/state.tsx';
import { Figure } from './figure.tsx';
import { LargestIncidents } from './largest-incidents.tsx';
import { OrderBacklog } from './order-backlog.tsx';
import { Outside } from './outside.tsx';
import styles from './overview.module.css';
import { StepTimes } from './step-times.tsx';
import { useBacklog } from './use-backlog.ts';
import { useTroubles } from './use-troubles.ts';

const openSearch: OrdersSearch = views[1].search;

/** What is wrong and what is going on, each with a way to its page. */
export function OverviewPage() {
  // Both are read anyway. Counting 100,000 failed orders once more would take half a second.
  const incidents = useIncidents();
  const backlog = useBacklog();
  const openCount = backlog.data?.orders.reduce((sum, { openCount: own }) => sum + own, 0);
  const troubles = useTroubles();
  return (
    <Page title="Overview" scrolls>
      <ul className={styles.figures}>
        <Figure name="Need attention" to="/orders" search={{}} count={incidents.data?.meta.orderCount} tone="danger" />
        <Figure name="Open orders" to="/orders" search={openSearch} count={openCount} />
        <Figure name="Paused" to="/work" count={troubles.pauses} tone="warning" />
        <Figure name="Pools that run low" to="/pools" count={troubles.lowPools} tone="warning" />
        <Figure name="Receivers that fail" to="/webhooks" count={troubles.failingEndpoints} tone="warning" />
      </ul>
      <LargestIncidents />
      <Present backlog={backlog} />
    </Page>
  );
}

function Present({ backlog: { data, error, refetch } }: { readonly backlog: ReturnType<typeof useBacklog> }) {
  if (data === undefined)
    return error === null ? <Loading what="the backlog" /> : <Failure error={error} onRetry={refetch} />;
  return (
    <>
      <OrderBacklog orders={data.orders} settled={data.settled} />
      <StepTimes steps={data.steps} />
      <Outside partners={data.partners} webhooks={data.webhooks} events={data.events} />
    </>
  );
}
