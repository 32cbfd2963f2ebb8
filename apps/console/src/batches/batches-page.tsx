import type { PageQuery } from '@linework/sdk';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Layers } from 'lucide-react';
import { type ReadPage, readPage } from '../api/read-page.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { numberText, t } from '../language/translate.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { type Column, Grid } from '../ui/grid.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Failure, Loading } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { type Batch, isUnderWay } from './batch-contract.ts';
import { type BatchGroup, groupBatches } from './batch-group.ts';
import styles from './batches.module.css';
import { operationName } from './operations.ts';
import { OutcomeBar } from './outcome-bar.tsx';

const runningPollMs = 5_000;

const batchesOf = (data: InfiniteData<ReadPage<Batch>> | undefined): readonly Batch[] =>
  data?.pages.flatMap(({ items }) => items) ?? [];

export function BatchesPage() {
  const navigate = useNavigate();
  const brokerName = useBrokerName();
  const batches = useInfiniteQuery({
    queryKey: ['batches'],
    queryFn: ({ pageParam, signal }) => readPage<Batch>('/bulk-operations', pageParam, signal),
    initialPageParam: { limit: '100' } as PageQuery,
    getNextPageParam: ({ next }) => next,
    // A batch has no events of its own: its orders have, and the end of the batch comes after the last of them.
    refetchInterval: ({ state }) => (batchesOf(state.data).some(isUnderWay) ? runningPollMs : false),
  });
  const groups = groupBatches(batchesOf(batches.data));
  // The rest of the last one may be on the next page. Until that is read its number would be wrong.
  const rows = batches.hasNextPage && groups.length > 1 ? groups.slice(0, -1) : groups;
  return (
    <Page title={t('Batches')} actions={<CsvButton path="/bulk-operations" isEmpty={rows.length === 0} />}>
      {batches.isPending && <Loading what={t('batches')} />}
      {batches.isError && batches.data === undefined && <Failure error={batches.error} onRetry={batches.refetch} />}
      {batches.isSuccess && groups.length === 0 && (
        <Empty icon={<Layers size={22} aria-hidden />} title={t('No batch yet')}>
          {t('Select orders, or choose Retry at an incident. A batch first shows what it would do.')}
        </Empty>
      )}
      {groups.length > 0 && (
        <Grid
          label={t('Batches')}
          rows={rows}
          total={batches.hasNextPage ? -1 : rows.length}
          columns={columns(brokerName)}
          layout={styles.layout ?? ''}
          keyOf={({ parts }) => parts[0].id}
          onOpen={({ parts }) =>
            void navigate({ to: '/batches/$batchId', params: { batchId: parts[0].id }, search: {} })
          }
          onEnd={() => batches.hasNextPage && !batches.isFetchingNextPage && void batches.fetchNextPage()}
          footer={batches.isFetchingNextPage ? t('Loading more …') : undefined}
        />
      )}
    </Page>
  );
}

const columns = (brokerName: (id: string) => string): readonly Column<BatchGroup>[] => [
  { name: t('Status'), cell: ({ status }) => <StatusBadge kind="bulk-operation" status={status} /> },
  { name: t('What'), cell: ({ parts }) => operationName(parts[0].operation) },
  { name: t('Items'), className: styles.end, cell: ({ total }) => numberText(total) },
  {
    name: t('Reason'),
    className: styles.muted,
    cell: ({ parts: [{ reason }] }) => <span title={reason}>{reason ?? '–'}</span>,
  },
  { name: t('Outcome'), cell: ({ counts }) => <OutcomeBar counts={counts} /> },
  {
    name: t('Broker'),
    cell: ({ parts }) =>
      parts.length === 1 ? (
        brokerName(parts[0].brokerId)
      ) : (
        <span title={parts.map(({ brokerId }) => brokerName(brokerId)).join(', ')}>
          {t('{count} broker | {count} brokers', { count: parts.length })}
        </span>
      ),
  },
  { name: t('Started'), className: styles.muted, cell: ({ parts: [{ createdAt }] }) => <Time at={createdAt} /> },
];
