import type { BulkItemRow } from '@linework/schemas/bulk-operations/bulk-item-row';
import type { BulkCounts, PageQuery } from '@linework/sdk';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { linework } from '../api/linework.ts';
import { readPage } from '../api/read-page.ts';
import { t, tParts } from '../language/translate.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { type Column, Grid } from '../ui/grid.tsx';
import { LineName } from '../ui/line-name.tsx';
import { Masked } from '../ui/masked.tsx';
import { Page } from '../ui/page.tsx';
import { Failure, Loading } from '../ui/state.tsx';
import { shortId, shortStep } from '../ui/text/order-text.ts';
import { toPhrase } from '../ui/text/status-tone.ts';
import { BatchActions } from './batch-actions.tsx';
import type { Batch } from './batch-contract.ts';
import { type BatchGroup, findGroup } from './batch-group.ts';
import { BatchSummary } from './batch-summary.tsx';
import styles from './batches.module.css';
import { batchName } from './operations.ts';

const runningPollMs = 2_000;

/** A batch with those that were confirmed together with it. */
const useBatch = (batchId: string) =>
  useQuery({
    queryKey: ['batch', batchId],
    queryFn: async ({ signal }): Promise<BatchGroup> => {
      const batch: Batch = await linework.bulkOperations.get(batchId, { signal });
      const sameRequest: Batch[] = [];
      const { correlationId } = batch;
      for await (const one of linework.bulkOperations.list({ correlationId, limit: 100 }, { signal }))
        sameRequest.push(one);
      return findGroup(batch, sameRequest);
    },
    // A batch has no events of its own: its orders have, and the end of the batch comes after the last of them.
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.finishedAt === undefined ? runningPollMs : false,
  });

interface Position {
  /** The place of the batch whose items are read. */
  readonly part: number;
  readonly query: PageQuery;
}

/** The items of the batches, one batch after the other. */
function useBatchItems(ids: readonly string[], outcome: string | undefined) {
  const first = { limit: '100', ...(outcome && { outcome }) } as PageQuery;
  return useInfiniteQuery({
    queryKey: ['batch', ids[0], 'items', ids, outcome],
    queryFn: ({ pageParam: { part, query }, signal }) =>
      readPage<BulkItemRow>(`/bulk-operations/${ids[part]}/item-rows`, query, signal),
    initialPageParam: { part: 0, query: first } as Position,
    getNextPageParam: ({ next }, _pages, { part }): Position | undefined => {
      if (next !== undefined) return { part, query: next };
      return part + 1 < ids.length ? { part: part + 1, query: first } : undefined;
    },
    enabled: ids.length > 0,
  });
}

const route = getRouteApi('/batches/$batchId');
const parent = { to: '/batches', name: t('Batches') } as const;

/** What was confirmed at once, also if it is of several brokers. */
export function BatchPage() {
  const { batchId } = route.useParams();
  const { outcome, broker } = route.useSearch();
  const navigate = useNavigate();
  const batch = useBatch(batchId);
  const chosen = batch.data?.parts.filter(({ brokerId }) => broker === undefined || broker === brokerId) ?? [];
  const ids = chosen.map(({ id }) => id);
  const items = useBatchItems(ids, outcome);
  if (batch.data === undefined) {
    return (
      <Page title={t('Batch')} parent={parent}>
        {batch.isPending ? <Loading what={t('the batch')} /> : <Failure error={batch.error} onRetry={batch.refetch} />}
      </Page>
    );
  }
  const rows = items.data?.pages.flatMap((page) => page.items) ?? [];
  const { parts, total, status } = batch.data;
  return (
    <Page
      name={t('Batch {id}', { id: batchId.slice(-8) })}
      title={parts[0].name ?? batchName(parts[0].operation, total)}
      beside={<StatusBadge kind="bulk-operation" status={status} />}
      parent={parent}
      actions={
        <>
          {rows.length > 0 && <CsvButton paths={ids.map((id) => `/bulk-operations/${id}/items`)} query={{ outcome }} />}
          <BatchActions group={batch.data} />
        </>
      }
    >
      <BatchSummary group={batch.data} outcome={outcome} broker={broker} />
      {items.isPending && <Loading what={t('the items')} />}
      {items.isError && <Failure error={items.error} onRetry={items.refetch} />}
      {items.isSuccess && (
        <Grid
          label={t('Items of the batch')}
          rows={rows}
          total={chosen.reduce((sum, { counts }) => sum + countOf(counts, outcome), 0)}
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

/** How many items have an outcome, or all of them. */
const countOf = (counts: BulkCounts, outcome: string | undefined): number =>
  counts[(outcome ?? 'total').toLowerCase() as keyof BulkCounts] ?? 0;

const columns: readonly Column<BulkItemRow>[] = [
  { name: t('Outcome'), cell: ({ outcome }) => <StatusBadge kind="order" status={outcome} /> },
  { name: t('Line'), cell: ({ line }) => line && <LineName line={line} /> },
  { name: t('Why'), className: styles.muted, cell: (item) => <Reason item={item} /> },
  {
    name: t('Order is'),
    cell: ({ status }) => (status === undefined ? '–' : <StatusBadge kind="order" status={status} />),
  },
  {
    name: t('Order'),
    cell: ({ orderId }) =>
      orderId !== undefined && (
        <Link to="/orders/$orderId" params={{ orderId }} title={orderId}>
          <code>{shortId(orderId)}</code>
        </Link>
      ),
  },
];

/** Why an item was refused, or where its order has failed again. */
function Reason({ item: { problem, failure } }: { readonly item: BulkItemRow }) {
  if (problem !== undefined) return <span title={problem.detail}>{problem.detail ?? problem.title}</span>;
  if (failure === undefined) return null;
  return (
    <>
      {tParts('{code} at {step}', {
        code: (
          <b className={styles.code}>
            <Masked text={failure.code} />
          </b>
        ),
        step: toPhrase(shortStep(failure.step)),
      })}
    </>
  );
}
