import type { Backlog } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { useIncidents } from '../incidents/use-incidents.ts';
import { type OrdersSearch, readOrdersSearch, views } from '../orders/orders-search.ts';
import { parseSearch } from '../shell/search-text.ts';
import { Code } from '../ui/code.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { Failure, Loading } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { shortStep } from '../ui/text/order-text.ts';
import { durationText } from '../ui/text/relative-time.ts';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import { endpointState } from '../webhooks/endpoint-state.ts';
import { OrderBacklog } from './order-backlog.tsx';
import { Outside } from './outside.tsx';
import styles from './overview.module.css';
import { TaxRates } from './tax-rates.tsx';
import { useBacklog } from './use-backlog.ts';

const pollMs = 15_000;

/** How many things are stopped or fail, beside orders. A count is undefined as long as it is not known. */
function useTroubles() {
  const pauses = useQuery({
    queryKey: ['pauses', 'count'],
    queryFn: async ({ signal }) => (await linework.pauses.list({ ended: false, limit: 1 }, { signal })).meta.total,
  });
  const lowPools = useQuery({
    queryKey: ['pools', 'low'],
    queryFn: async ({ signal }) => {
      const { items } = await linework.pools.list({ limit: 100 }, { signal });
      return items.filter(
        ({ availableResourcesCount, lowAvailabilityThreshold }) => availableResourcesCount <= lowAvailabilityThreshold,
      ).length;
    },
  });
  const failingEndpoints = useQuery({
    queryKey: ['webhook-endpoints', 'failing'],
    queryFn: async ({ signal }) =>
      (await linework.webhookEndpoints.list({ limit: 100 }, { signal })).items.filter(
        (endpoint) => endpointState(endpoint) === 'failing',
      ).length,
    // Whether a receiver fails is no event.
    refetchInterval: pollMs,
  });
  return { pauses: pauses.data, lowPools: lowPools.data, failingEndpoints: failingEndpoints.data };
}

/** How long the steps of the last hour took, the slowest first. */
function StepTimes({ steps }: Pick<Backlog, 'steps'>) {
  if (steps.length === 0) return null;
  return (
    <Section title="Steps of the last hour">
      <Table label="Steps of the last hour" rows={steps} keyOf={({ step }) => step} columns={columns} />
    </Section>
  );
}

const columns: readonly TableColumn<Backlog['steps'][number]>[] = [
  {
    name: 'Step',
    cell: ({ step }) => (
      <>
        {toWords(shortStep(step))} <span className={styles.muted}>{toPhrase(step.split('.')[0] ?? '')}</span>
      </>
    ),
  },
  { name: 'Done', kind: 'number', cell: ({ count }) => count.toLocaleString('en') },
  { name: 'p50', kind: 'number', cell: ({ p50Ms }) => durationText(p50Ms) },
  { name: 'p99', kind: 'number', cell: ({ p99Ms }) => durationText(p99Ms) },
];

const shown = 5;

function LargestIncidents() {
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
        <Figure name="Failing webhooks" to="/webhooks" count={troubles.failingEndpoints} tone="warning" />
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
      <TaxRates />
    </>
  );
}

interface FigureProps {
  readonly name: string;
  readonly to: '/orders' | '/work' | '/pools' | '/webhooks';
  readonly search?: Readonly<Record<string, string | undefined>> | undefined;
  /** Undefined as long as it is not known. */
  readonly count: number | undefined;
  /** The colour of a count that is not zero. */
  readonly tone?: 'danger' | 'warning' | undefined;
}

/** A number that leads to what it counts. It has a colour only if somebody should look. */
function Figure({ name, to, search = {}, count, tone }: FigureProps) {
  return (
    <li>
      <Link
        to={to}
        search={search}
        className={styles.figure}
        data-tone={count !== undefined && count > 0 ? tone : undefined}
      >
        <b>{count === undefined ? '–' : count.toLocaleString('en')}</b>
        {name}
      </Link>
    </li>
  );
}
