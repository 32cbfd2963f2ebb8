import type { Backlog, Reconciliation } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { findAssignee } from '../incidents/incident.ts';
import { IncidentLink } from '../incidents/incident-link.tsx';
import { useIncidents } from '../incidents/use-incidents.ts';
import { language } from '../language/language.ts';
import { numberText, t, tParts } from '../language/translate.ts';
import { type OrdersSearch, views } from '../orders/orders-search.ts';
import { ActorName } from '../ui/actor.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { Failure, Loading } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { shortStep } from '../ui/text/order-text.ts';
import { durationText } from '../ui/text/relative-time.ts';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import { OrderBacklog } from './order-backlog.tsx';
import { Outside } from './outside.tsx';
import styles from './overview.module.css';
import { aheadDays, taxRatesText } from './tax-rates-text.ts';
import { useBacklog } from './use-backlog.ts';

const dayMs = 86_400_000;
/** Rates change by a law, and not by the minute. */
const pollMs = 300_000;

/** Whether the taxes of receipts have rates for the next two months, and how many receipts wait for them. */
function TaxRates() {
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
    <Section title={t('Tax rates')}>
      <p className={styles.muted}>{taxRatesText(data.rates, data.waitingCount)}</p>
    </Section>
  );
}

/** How many pools run low; undefined as long as it is not known. */
const useLowPools = (): number | undefined =>
  useQuery({
    queryKey: ['pools', 'low'],
    queryFn: async ({ signal }) => (await linework.pools.list({ isLow: true, limit: 1 }, { signal })).meta.total,
  }).data;

/** How far the lines are from the register; undefined as long as it is not known. */
const useReconciliation = (): Reconciliation | undefined =>
  useQuery({
    queryKey: ['reconciliation'],
    queryFn: async ({ signal }): Promise<Reconciliation> => await linework.reconciliation.get({ signal }),
    retry: false,
  }).data;

const shareText = (share: number) =>
  share.toLocaleString(language, { style: 'percent', maximumFractionDigits: share < 0.01 ? 2 : 0 });

/** How long the steps of the last hour took, the slowest first. */
function StepTimes({ steps }: Pick<Backlog, 'steps'>) {
  if (steps.length === 0) return null;
  return (
    <Section title={t('Steps of the last hour')}>
      <Table label={t('Steps of the last hour')} rows={steps} keyOf={({ step }) => step} columns={columns} />
    </Section>
  );
}

const columns: readonly TableColumn<Backlog['steps'][number]>[] = [
  {
    name: t('Step'),
    cell: ({ step }) => (
      <>
        {toWords(shortStep(step))} <span className={styles.muted}>{toPhrase(step.split('.')[0] ?? '')}</span>
      </>
    ),
  },
  { name: t('Done'), kind: 'number', cell: ({ count }) => numberText(count) },
  { name: 'p50', kind: 'number', cell: ({ p50Ms }) => durationText(p50Ms) },
  { name: 'p99', kind: 'number', cell: ({ p99Ms }) => durationText(p99Ms) },
];

const shown = 5;

function LargestIncidents({ data, error, refetch }: ReturnType<typeof useIncidents>) {
  if (error !== null && data === undefined) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined || data === null || data.items.length === 0) return null;
  return (
    <Section
      title={t('Largest incidents')}
      beside={<Link to="/incidents">{t('All {total}', { total: data.meta.total })}</Link>}
    >
      <ul className={styles.incidents}>
        {data.items.slice(0, shown).map((group) => {
          const assignee = findAssignee(group.incident, group);
          return (
            <li key={group.filter}>
              <b>{numberText(group.orderCount)}</b>
              <div className={styles.incident}>
                <IncidentLink group={group} />
                <span className={styles.muted}>
                  {t('{type} at {step}', {
                    type: toWords(group.type ?? ''),
                    step: toPhrase(shortStep(group.step ?? '')),
                  })}
                  {assignee !== undefined && tParts(', {actor} is on it', { actor: <ActorName actor={assignee} /> })}
                </span>
              </div>
              <Sparkline values={group.hourlyCounts} />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

const openSearch: OrdersSearch = views[1].search;

/** What all orders of the backlog add up to: each figure is the sum of a column of the table below it. */
function addUp(orders: Backlog['orders']): Record<'open' | 'failed' | 'paused', number> {
  const sum = (of: (row: Backlog['orders'][number]) => number) => orders.reduce((total, row) => total + of(row), 0);
  return {
    open: sum(({ openCount }) => openCount),
    failed: sum(({ failedCount }) => failedCount),
    paused: sum(({ pausedCount }) => pausedCount),
  };
}

/** What is wrong and what is going on, each with a way to its page. */
export function OverviewPage() {
  const backlog = useBacklog();
  const lowPools = useLowPools();
  const drifts = useReconciliation();
  const driftName =
    drifts === undefined ? t('Drifts') : t('Drifts on {share} of the lines', { share: shareText(drifts.share) });
  const counts = backlog.data && addUp(backlog.data.orders);
  return (
    <Page title={t('Overview')} scrolls>
      <ul className={styles.figures}>
        <Figure name={t('Need attention')} to="/orders" search={{}} count={counts?.failed} tone="danger" />
        <Figure name={t('Open orders')} to="/orders" search={openSearch} count={counts?.open} />
        <Figure
          name={t('Orders that a pause stops')}
          to="/orders"
          search={{ ...openSearch, paused: 'true' }}
          count={counts?.paused}
          tone="warning"
        />
        <Figure name={t('Low pools')} to="/pools" count={lowPools} tone="warning" />
        <Figure name={driftName} to="/drifts" search={{ status: 'OPEN' }} count={drifts?.openDrifts} tone="warning" />
        <Figure
          name={t('Failing webhooks')}
          to="/webhooks"
          count={backlog.data?.webhooks.failingCount}
          tone="warning"
        />
      </ul>
      <Present backlog={backlog} />
    </Page>
  );
}

/** The incidents stand above the backlog, so it waits for them and is not pushed down. */
function Present({ backlog }: { readonly backlog: ReturnType<typeof useBacklog> }) {
  const incidents = useIncidents();
  if (incidents.isPending) return <Loading what={t('the backlog')} />;
  return (
    <>
      <LargestIncidents {...incidents} />
      <Waiting {...backlog} />
    </>
  );
}

function Waiting({ data, error, refetch }: ReturnType<typeof useBacklog>) {
  if (data === undefined)
    return error === null ? <Loading what={t('the backlog')} /> : <Failure error={error} onRetry={refetch} />;
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
  readonly to: '/orders' | '/pools' | '/drifts' | '/webhooks';
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
        <b>{count === undefined ? '–' : numberText(count)}</b>
        {name}
      </Link>
    </li>
  );
}
