import type { PageQuery, WebhookDelivery } from '@linework/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { readPage } from '../api/read-page.ts';
import { numberText, t } from '../language/translate.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { type Column, Grid } from '../ui/grid.tsx';
import { Empty, Failure, Loading } from '../ui/state.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import { DueTime, Time } from '../ui/time.tsx';
import styles from './webhooks.module.css';

/** The views of the deliveries: the text of a filter, which is empty for all. */
const views = [
  ['', t('All')],
  ['failed', t('Failed')],
  ['pending,delivering,waiting', t('Under way')],
  ['held', t('Held')],
  ['delivered', t('Delivered [deliveries]')],
] as const;

interface DeliveriesProps {
  readonly endpointId?: string | undefined;
  readonly status: string | undefined;
  readonly onStatus: (status: string | undefined) => void;
}

/** The deliveries of an endpoint or of all, newest first. One has a page with its attempts. */
export function Deliveries({ endpointId, status, onStatus }: DeliveriesProps) {
  const navigate = useNavigate();
  const query = { ...(endpointId && { endpointId }), ...(status && { status }) };
  const list = useInfiniteQuery({
    queryKey: ['webhook-deliveries', query],
    queryFn: ({ pageParam, signal }) => readPage<WebhookDelivery>('/webhook-deliveries', pageParam, signal),
    initialPageParam: { ...query, limit: '100' } as PageQuery,
    getNextPageParam: ({ next }) => next,
    placeholderData: (before) => before,
  });
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = list.data?.pages[0]?.meta.total;
  return (
    <>
      <div className={styles.bar}>
        <h2>{t('Deliveries')}</h2>
        {total !== undefined && <span className={styles.muted}>{numberText(total)}</span>}
        <Tabs
          label={t('Status')}
          tabs={views}
          value={status ?? ''}
          onChange={(value) => onStatus(value === '' ? undefined : value)}
        />
      </div>
      {list.isPending && <Loading what={t('deliveries')} />}
      {list.isError && rows.length === 0 && <Failure error={list.error} onRetry={list.refetch} />}
      {list.isSuccess && rows.length === 0 && (
        <Empty title={t('No such delivery')}>{t('An event is delivered to each endpoint that wants its type.')}</Empty>
      )}
      {rows.length > 0 && (
        <Grid
          label={t('Deliveries')}
          rows={rows}
          total={total ?? rows.length}
          columns={columns}
          layout={styles.deliveries ?? ''}
          keyOf={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/deliveries/$deliveryId', params: { deliveryId: id } })}
          onEnd={() => list.hasNextPage && !list.isFetchingNextPage && void list.fetchNextPage()}
          footer={list.isFetchingNextPage ? t('Loading more …') : undefined}
        />
      )}
    </>
  );
}

const columns: readonly Column<WebhookDelivery>[] = [
  { name: t('Status'), cell: ({ status }) => <StatusBadge kind="webhook-delivery" status={status} /> },
  {
    name: t('Event'),
    cell: ({ id, eventType }) => (
      <Link to="/deliveries/$deliveryId" params={{ deliveryId: id }} className={styles.event}>
        {toWords(eventType)}
      </Link>
    ),
  },
  {
    name: t('Answer'),
    className: styles.muted,
    cell: ({ responseCode, reason }) => [responseCode, reason && toPhrase(reason)].filter(Boolean).join(', ') || '–',
  },
  { name: t('Attempts'), className: styles.end, cell: ({ attempts }) => attempts },
  { name: t('Cause'), className: styles.muted, cell: ({ cause }) => causes[cause] },
  { name: t('Next attempt'), className: styles.muted, cell: ({ dueAt }) => <DueTime at={dueAt} /> },
  { name: t('Created'), className: styles.muted, cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const causes: Readonly<Record<WebhookDelivery['cause'], string>> = {
  event: '',
  manual: t('sent again'),
  replay: t('replay'),
  test: t('sample'),
};
