import type { BulkItem, BulkOperation } from '@linework/sdk';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { linework } from '../api/linework.ts';
import { mayAct, useSession } from '../api/session.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { type Column, Grid } from '../ui/grid.tsx';
import { LiveBadge } from '../ui/live-badge.tsx';
import { Page } from '../ui/page.tsx';
import { Failure, Loading } from '../ui/state.tsx';
import { toWords } from '../ui/status-tone.ts';
import { BatchDialog, type BatchSelection } from './batch-dialog.tsx';
import { BatchSummary } from './batch-summary.tsx';
import styles from './batches.module.css';
import { readFailedOrderIds } from './read-failed-order-ids.ts';

const route = getRouteApi('/batches/$batchId');
const pollMs = 2_000;

const isRunning = (batch: BulkOperation | undefined) => batch !== undefined && batch.finishedAt === undefined;

export function BatchPage() {
  const { batchId } = route.useParams();
  const { outcome } = route.useSearch();
  const navigate = useNavigate();
  const batch = useQuery({
    queryKey: ['batch', batchId],
    queryFn: async ({ signal }) => await linework.bulkOperations.get(batchId, { signal }),
    refetchInterval: ({ state }) => (isRunning(state.data) ? pollMs : false),
  });
  const items = useInfiniteQuery({
    queryKey: ['batch', batchId, 'items', outcome],
    queryFn: async ({ pageParam, signal }) =>
      await linework.bulkOperations.items(
        batchId,
        { limit: 100, cursor: pageParam, ...(outcome && { outcome: [outcome as BulkItem['outcome']] }) },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.nextCursor,
    refetchInterval: isRunning(batch.data) ? pollMs : false,
  });
  if (batch.isPending) return <Loading what="the batch" />;
  if (batch.data === undefined) return <Failure error={batch.error} onRetry={batch.refetch} />;
  const rows = items.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Page
      name={`Batch ${batchId.slice(-8)}`}
      title={`${toWords(batch.data.operation)} ${batch.data.total.toLocaleString('en')} orders`}
      beside={<StatusBadge status={batch.data.status} />}
      actions={
        <>
          {isRunning(batch.data) && <LiveBadge everyMs={pollMs} isStale={batch.isError} />}
          <Actions batch={batch.data} />
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
          onOpen={({ orderId }) => orderId !== undefined && void navigate({ to: '/orders/$orderId', params: { orderId } })}
          onEnd={() => items.hasNextPage && !items.isFetchingNextPage && void items.fetchNextPage()}
        />
      )}
    </Page>
  );
}

/** Stops a batch that runs, or retries what one has left failed. */
function Actions({ batch }: { readonly batch: BulkOperation }) {
  const client = useQueryClient();
  const canAct = mayAct(useSession().data);
  const [selection, setSelection] = useState<BatchSelection | undefined>();
  const cancel = useMutation({
    mutationFn: async () => await linework.bulkOperations.cancel(batch.id),
    onSettled: async () => await client.invalidateQueries({ queryKey: ['batch', batch.id] }),
  });
  const rest = useMutation({
    mutationFn: async () => await readFailedOrderIds(batch.id),
    onSuccess: (orderIds) => setSelection({ operation: 'retry', orderIds }),
  });
  const failed = batch.counts.failed;
  return (
    <>
      {batch.status === 'RUNNING' && (
        <Button disabled={!canAct || cancel.isPending} onClick={() => cancel.mutate()}>
          Stop the batch
        </Button>
      )}
      {batch.finishedAt !== undefined && failed > 0 && (
        <Button kind="primary" disabled={!canAct || rest.isPending} onClick={() => rest.mutate()}>
          Retry the {failed.toLocaleString('en')} that failed …
        </Button>
      )}
      <BatchDialog selection={selection} onClose={() => setSelection(undefined)} />
    </>
  );
}

const columns: readonly Column<BulkItem>[] = [
  { name: 'Outcome', cell: ({ outcome }) => <StatusBadge status={outcome} /> },
  { name: 'Order is', cell: ({ status }) => (status === undefined ? '–' : <StatusBadge status={status} />) },
  {
    name: 'Why',
    className: styles.muted,
    cell: ({ problem }) => (problem === undefined ? '' : <span title={problem.detail}>{problem.detail ?? problem.title}</span>),
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
