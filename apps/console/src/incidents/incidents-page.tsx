import { useNavigate } from '@tanstack/react-router';
import { CircleCheck, StickyNote } from 'lucide-react';
import { useState } from 'react';
import { mayAct, useSession } from '../api/session.ts';
import { BatchDialog } from '../batches/batch-dialog.tsx';
import type { BatchSelection } from '../batches/batch-selection.ts';
import { readOrdersSearch } from '../orders/orders-search.ts';
import { parseSearch } from '../shell/search-text.ts';
import { ActorName } from '../ui/actor.tsx';
import { Button } from '../ui/button.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { type Column, Grid } from '../ui/grid.tsx';
import { Page } from '../ui/page.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { Empty, Failure, Loading, Note } from '../ui/state.tsx';
import { countText } from '../ui/text/count-text.ts';
import { shortStep } from '../ui/text/order-text.ts';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { findAssignee, keyOf, toParams } from './incident.ts';
import { IncidentLink } from './incident-link.tsx';
import styles from './incidents.module.css';
import { type OrderGroup, useIncidents } from './use-incidents.ts';

export function IncidentsPage() {
  const navigate = useNavigate();
  const groups = useIncidents();
  const canAct = mayAct(useSession().data);
  const [batch, setBatch] = useState<BatchSelection | undefined>();
  const retry = ({ orderFilter }: OrderGroup) => canAct && setBatch({ operation: 'retry', orderFilter });
  const { data } = groups;
  const open = (group: OrderGroup) => {
    const key = keyOf(group);
    if (key === undefined) void navigate({ to: '/orders', search: readOrdersSearch(parseSearch(group.filter)) });
    else void navigate({ to: '/incidents/$type/$step/$errorCode', params: toParams(key) });
  };
  return (
    <Page
      title="Incidents"
      beside={data ? <span className={styles.muted}>{describeUnrepaired(data.meta.orderCount)}</span> : undefined}
      actions={(data?.items.length ?? 0) > 0 && <CsvButton path="/order-groups" />}
    >
      {groups.isPending && <Loading what="incidents" />}
      {groups.isError && data === undefined && <Failure error={groups.error} onRetry={groups.refetch} />}
      {data === null && (
        <Empty title="This server does not group orders">
          The route /order-groups is missing. The orders that need attention are listed under Orders.
        </Empty>
      )}
      {data?.items.length === 0 && (
        <Empty icon={<CircleCheck size={22} aria-hidden />} title="No order needs attention">
          Every order that failed is repaired, or a newer order has replaced it.
        </Empty>
      )}
      {data !== undefined && data !== null && data.items.length > 0 && (
        <Grid
          label="Incidents"
          rows={data.items}
          total={data.items.length}
          columns={columns(retry, canAct)}
          layout={styles.layout ?? ''}
          keyOf={({ filter }) => filter}
          onOpen={open}
          onRetry={(group) => group !== undefined && retry(group)}
          footer={
            data.meta.total > data.items.length ? (
              <Note>{`The ${data.items.length} largest of ${data.meta.total} groups are shown.`}</Note>
            ) : undefined
          }
        />
      )}
      <BatchDialog selection={batch} onClose={() => setBatch(undefined)} />
    </Page>
  );
}

const describeUnrepaired = (count: number): string =>
  `${countText(count, 'failed order')} ${count === 1 ? 'is' : 'are'} not repaired`;

function OnIt({ group }: { readonly group: OrderGroup }) {
  const assignee = findAssignee(group.incident, group);
  return (
    <>
      {assignee === undefined ? '–' : <ActorName actor={assignee} />}
      {group.incident?.note !== undefined && (
        <span className={styles.noted} title={group.incident.note}>
          <StickyNote size={13} role="img" aria-label="has a note" />
        </span>
      )}
    </>
  );
}

const columns = (retry: (group: OrderGroup) => void, canAct: boolean): readonly Column<OrderGroup>[] => [
  {
    name: 'Orders',
    className: `${styles.count} ${styles.end}`,
    cell: ({ orderCount }) => orderCount.toLocaleString('en'),
  },
  { name: 'Error', className: styles.error, cell: (group) => <IncidentLink group={group} /> },
  {
    name: 'Where',
    className: styles.where,
    cell: ({ type, step }) => (
      <>
        {toWords(type ?? '')} <span className={styles.muted}>at {toPhrase(shortStep(step ?? ''))}</span>
      </>
    ),
  },
  {
    name: 'On it',
    className: `${styles.onIt} ${styles.muted}`,
    cell: (group) => <OnIt group={group} />,
  },
  { name: 'Last 24 hours', className: styles.wide, cell: ({ hourlyCounts }) => <Sparkline values={hourlyCounts} /> },
  {
    name: 'Brokers',
    className: `${styles.wide} ${styles.end} ${styles.brokers}`,
    cell: ({ brokerCount }) => brokerCount,
  },
  {
    name: 'First',
    className: `${styles.wide} ${styles.muted}`,
    cell: ({ firstFailedAt }) => <Time at={firstFailedAt} />,
  },
  {
    name: 'Last',
    className: `${styles.muted} ${styles.lastSeen}`,
    cell: ({ lastFailedAt }) => <Time at={lastFailedAt} />,
  },
  {
    name: 'Repair',
    className: `${styles.act} ${styles.end}`,
    cell: (group) => (
      <Button
        disabled={!canAct}
        title={canAct ? 'Shows first what it would do' : 'A viewer cannot change orders.'}
        onClick={() => retry(group)}
      >
        Retry …
      </Button>
    ),
  },
];
