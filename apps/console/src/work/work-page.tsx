import type { Page as ListPage, Order } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CirclePause, ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { linework } from '../api/linework.ts';
import { mayDo, useSession } from '../api/session.ts';
import { t } from '../language/translate.ts';
import { views } from '../orders/orders-search.ts';
import { useBacklog } from '../overview/use-backlog.ts';
import { PauseDialog } from '../pauses/pause-dialog.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Empty, Failure, Loading } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { shortId, shortStep } from '../ui/text/order-text.ts';
import { durationText } from '../ui/text/relative-time.ts';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { useCommands } from '../ui/use-commands.ts';
import { Pauses } from './pauses.tsx';
import { QueueSections } from './queues.tsx';
import styles from './work.module.css';
import { WorkerSections } from './workers.tsx';

/** What is stopped, what waits for longest, what workers hold, and whether the scheduled jobs run. */
export function WorkPage() {
  const canAct = mayDo(useSession().data, 'operator');
  const [isPausing, setPausing] = useState(false);
  useCommands(canAct ? [{ name: t('Pause work …'), icon: CirclePause, run: () => setPausing(true) }] : []);
  return (
    <Page
      title={t('Pauses and queues')}
      scrolls
      actions={
        <>
          <a className={styles.outside} href="/queues">
            {t('Jobs')} <ExternalLink size={12} aria-hidden />
          </a>
          <Button
            disabled={!canAct}
            title={canAct ? undefined : t('Your role cannot pause work.')}
            onClick={() => setPausing(true)}
          >
            {t('Pause …')}
          </Button>
        </>
      }
    >
      <Section title={t('Paused now')}>
        <Pauses canAct={canAct} />
      </Section>
      <Section
        title={t('Oldest open orders')}
        beside={
          <>
            <DueOrders />
            <Link to="/orders" search={{ ...views[1].search, sortBy: 'updatedAt', sortOrder: 'asc' }}>
              {t('All')}
            </Link>
          </>
        }
      >
        <OldestOrders />
      </Section>
      <WorkerSections />
      <QueueSections />
      <PauseDialog open={isPausing} onClose={() => setPausing(false)} />
    </Page>
  );
}

/** How many open orders the workers should have taken by now. */
function DueOrders() {
  const { data } = useBacklog();
  if (data === undefined) return null;
  const due = data.orders.reduce((sum, { dueCount }) => sum + dueCount, 0);
  const oldestMs = 1_000 * Math.max(0, ...data.orders.map(({ oldestDueSeconds }) => oldestDueSeconds));
  return (
    <span className={styles.muted}>
      {due === 0 ? t('None is due') : t('{due} due, the oldest for {time}', { due, time: durationText(oldestMs) })}
    </span>
  );
}

/**
 * The orders that a queue would have at its end: they wait for a worker, a clock, a system or the end of a pause, and
 * their page says for which.
 */
function OldestOrders() {
  const orders = useQuery({
    queryKey: ['orders', 'oldest'],
    queryFn: ({ signal }) =>
      linework.request<ListPage<Order>>('GET', '/orders', {
        query: { status: views[1].search.status, sortBy: 'updatedAt', sortOrder: 'asc', limit: 10 },
        signal,
      }),
  });
  if (orders.isPending) return <Loading what={t('the open orders')} />;
  if (orders.data === undefined) return <Failure error={orders.error} onRetry={orders.refetch} />;
  if (orders.data.items.length === 0)
    return <Empty title={t('No order is open')}>{t('Every order has settled.')}</Empty>;
  return (
    <Table label={t('Oldest open orders')} rows={orders.data.items} keyOf={({ id }) => id} columns={orderColumns} />
  );
}

const orderColumns: readonly TableColumn<Order>[] = [
  {
    name: t('Order'),
    cell: ({ id, type }) => (
      <Link to="/orders/$orderId" params={{ orderId: id }}>
        {toWords(type)} <code className={styles.id}>{shortId(id)}</code>
      </Link>
    ),
  },
  { name: t('Status'), cell: ({ status }) => <StatusBadge kind="order" status={status} /> },
  {
    name: t('Step'),
    cell: ({ steps }) =>
      toWords(shortStep(steps.find(({ status }) => !['SUCCESS', 'SKIPPED'].includes(status))?.orderTypeStepCode ?? '')),
  },
  { name: t('Unchanged since'), kind: 'time', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
];
