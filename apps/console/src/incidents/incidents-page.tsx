import { useNavigate } from '@tanstack/react-router';
import { CircleCheck, StickyNote } from 'lucide-react';
import { useState } from 'react';
import { mayDo, useSession } from '../api/session.ts';
import { BatchDialog } from '../batches/batch-dialog.tsx';
import type { BatchSelection } from '../batches/batch-selection.ts';
import { numberText, t } from '../language/translate.ts';
import { readOrdersSearch } from '../orders/orders-search.ts';
import { parseSearch } from '../shell/search-text.ts';
import { ActorName } from '../ui/actor.tsx';
import { Button } from '../ui/button.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { type Column, Grid } from '../ui/grid.tsx';
import { Page } from '../ui/page.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { Empty, Failure, Loading, Note } from '../ui/state.tsx';
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
  const canAct = mayDo(useSession().data, 'lines:write');
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
      title={t('Incidents')}
      beside={data ? <span className={styles.muted}>{describeUnrepaired(data.meta.orderCount)}</span> : undefined}
      actions={<CsvButton path="/order-groups" isEmpty={(data?.items.length ?? 0) === 0} />}
    >
      {groups.isPending && <Loading what={t('incidents')} />}
      {groups.isError && data === undefined && <Failure error={groups.error} onRetry={groups.refetch} />}
      {data === null && (
        <Empty title={t('This server does not group orders')}>
          {t('The route /order-groups is missing. The orders that need attention are listed under Orders.')}
        </Empty>
      )}
      {data?.items.length === 0 && (
        <Empty icon={<CircleCheck size={22} aria-hidden />} title={t('No order needs attention')}>
          {t('Every order that failed is repaired, or a newer order has replaced it.')}
        </Empty>
      )}
      {data !== undefined && data !== null && data.items.length > 0 && (
        <Grid
          label={t('Incidents')}
          rows={data.items}
          total={data.items.length}
          columns={columns(retry, canAct)}
          layout={styles.layout ?? ''}
          keyOf={({ filter }) => filter}
          onOpen={open}
          onRetry={(group) => group !== undefined && retry(group)}
          footer={
            data.meta.total > data.items.length ? (
              <Note>
                {t('The {count} largest of {total} groups are shown.', {
                  count: data.items.length,
                  total: data.meta.total,
                })}
              </Note>
            ) : undefined
          }
        />
      )}
      <BatchDialog selection={batch} onClose={() => setBatch(undefined)} />
    </Page>
  );
}

const describeUnrepaired = (count: number): string =>
  t('{count} failed order is not repaired | {count} failed orders are not repaired', { count });

function OnIt({ group }: { readonly group: OrderGroup }) {
  const assignee = findAssignee(group.incident, group);
  return (
    <>
      {assignee === undefined ? '–' : <ActorName actor={assignee} />}
      {group.incident?.note !== undefined && (
        <span className={styles.noted} title={group.incident.note}>
          <StickyNote size={13} role="img" aria-label={t('has a note')} />
        </span>
      )}
    </>
  );
}

const columns = (retry: (group: OrderGroup) => void, canAct: boolean): readonly Column<OrderGroup>[] => [
  {
    name: t('Orders'),
    className: `${styles.count} ${styles.end}`,
    cell: ({ orderCount }) => numberText(orderCount),
  },
  { name: t('Error'), className: styles.error, cell: (group) => <IncidentLink group={group} /> },
  {
    name: t('Where'),
    className: styles.where,
    cell: ({ type, step }) => (
      <>
        {toWords(type ?? '')}{' '}
        <span className={styles.muted}>{t('at {step}', { step: toPhrase(shortStep(step ?? '')) })}</span>
      </>
    ),
  },
  {
    name: t('On it'),
    className: `${styles.onIt} ${styles.muted}`,
    cell: (group) => <OnIt group={group} />,
  },
  { name: t('Last 24 hours'), className: styles.wide, cell: ({ hourlyCounts }) => <Sparkline values={hourlyCounts} /> },
  {
    name: t('Brokers'),
    className: `${styles.wide} ${styles.end} ${styles.brokers}`,
    cell: ({ brokerCount }) => brokerCount,
  },
  {
    name: t('First'),
    className: `${styles.wide} ${styles.muted}`,
    cell: ({ firstFailedAt }) => <Time at={firstFailedAt} />,
  },
  {
    name: t('Last'),
    className: `${styles.muted} ${styles.lastSeen}`,
    cell: ({ lastFailedAt }) => <Time at={lastFailedAt} />,
  },
  {
    name: t('Repair'),
    className: `${styles.act} ${styles.end}`,
    cell: (group) => (
      <Button
        disabled={!canAct}
        title={canAct ? t('Shows first what it would do') : t('Your role cannot change orders.')}
        onClick={() => retry(group)}
      >
        {t('Retry …')}
      </Button>
    ),
  },
];
