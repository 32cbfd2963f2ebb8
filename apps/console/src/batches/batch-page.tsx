import type { BulkItem, PageQuery } from '@linework/sdk';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { readPage } from '../api/read-page.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { type Column, Grid } from '../ui/grid.tsx';
import { Page } from '../ui/page.tsx';
import { Failure, Loading } from '../ui/state.tsx';
import { BatchActions } from './batch-actions.tsx';
import type { Batch } from './batch-contract.ts';
import { BatchSummary } from './batch-summary.tsx';
import styles from './batches.module.css';
import { batchName } from './operations.ts';

const route = getRouteApi('/batches/$batchId');
const runningPollMs = 2_000;

const isRunning = (batch: Batch | undefined) => batch !== undefined && batch.finishedAt === undefined;

export function BatchPage() {
  const { batchId } = route.useParams();
  const { outcome } = route.useSearch();
  const navigate = useNavigate();
  const batch = useQuery({
    queryKey: ['batch', batchId],
    queryFn: async ({ signal }): Promise<Batch> => await linework.bulkOperations.get(batchId, { signal }),
    // A batch has no events of its own: its orders have, and the end of the batch comes after the last of them.
    refetchInterval: ({ state }) => (isRunning(state.data) ? runningPollMs : false),
  });
  const items = useInfiniteQuery({
    queryKey: ['batch', batchId, 'items', outcome],
    queryFn: ({ pageParam, signal }) => readPage<BulkItem>(`/bulk-operations/${batchId}/items`, pageParam, signal),
    initialPageParam: { limit: '100', ...(outcome && { outcome }) } as PageQuery,
    getNextPageParam: ({ next }) => next,
  });
  if (batch.data === undefined) {
    return (
      <Page title="Batch" parent={{ to: '/batches', name: 'Batches' }}>
        {batch.isPending ? <Loading what="the batch" /> : <Failure error={batch.error} onRetry={batch.refetch} />}
      </Page>
    );
  }
  const rows = items.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Page
      name={`Batch ${batchId.slice(-8)}`}
      title={batch.data.name ?? batchName(batch.data.operation, batch.data.total)}
      beside={<StatusBadge status={batch.data.status} />}
      parent={{ to: '/batches', name: 'Batches' }}
      actions={
        <>
          {rows.length > 0 && <CsvButton path={`/bulk-operations/${batchId}/items`} query={{ outcome }} />}
          <BatchActions batch={batch.data} />
        </>
      }
    >
      <BatchSummary batch={batch.data} outcome={outcome} />
      {items.isPending && <Loading what="the items" />}
      {items.isError && <Failure error={items.error} onRetry={items.refetch} />}
      {items.isSuccess && (
        <Grid
          label="Items of the batch"
          rows={rows}
          total={items.data.pages[0]?.meta.total ?? rows.length}
          columns={columns}
          layout={styles.items ?? ''}
          keyOf={({ orderId, lineId }) => orderId ?? lineId ?? ''}
          onOpen={({ orderId }) =>
            orderId !== undefined && void navigate({ to: '/orders/$orderId', params: { orderId } })
          }
          onEnd={() => items.hasNextPage && !items.isFetchingNextPage && void items.fetchNextPage()}
        />
      )}
    </Page>
  );
}

const columns: readonly Column<BulkItem>[] = [
  { name: 'Outcome', cell: ({ outcome }) => <StatusBadge status={outcome} /> },
  { name: 'Order is', cell: ({ status }) => (status === undefined ? '–' : <StatusBadge status={status} />) },
  {
    name: 'Why',
    className: styles.muted,
    cell: ({ problem }) =>
      problem === undefined ? '' : <span title={problem.detail}>{problem.detail ?? problem.title}</span>,
  },
  {
    name: 'Order',
    cell: ({ orderId }) =>
      orderId !== undefined && (
        <Link to="/orders/$orderId" params={{ orderId }}>
          <code>…{orderId.slice(-8)}</code>
        </Link>
      ),
  },
  {
    name: 'Line',
    cell: ({ lineId }) =>
      lineId !== undefined && (
        <Link to="/lines/$lineId" params={{ lineId }}>
          <code>…{lineId.slice(-8)}</code>
        </Link>
      ),
  },
];
