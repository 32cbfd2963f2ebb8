import type { BulkOperation, Page as ListPage } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Layers } from 'lucide-react';
import { linework } from '../api/linework.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { type Column, Grid } from '../ui/grid.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Failure, Loading } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { isUnderWay } from './batch-contract.ts';
import styles from './batches.module.css';
import { operationName } from './operations.ts';
import { OutcomeBar } from './outcome-bar.tsx';

const runningPollMs = 5_000;

export function BatchesPage() {
  const navigate = useNavigate();
  const brokerName = useBrokerName();
  const batches = useQuery({
    queryKey: ['batches'],
    queryFn: async ({ signal }): Promise<ListPage<BulkOperation>> =>
      await linework.bulkOperations.list({ limit: 100 }, { signal }),
    // A batch has no events of its own: its orders have, and the end of the batch comes after the last of them.
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) ? runningPollMs : false),
  });
  return (
    <Page title="Batches" actions={(batches.data?.items.length ?? 0) > 0 && <CsvButton path="/bulk-operations" />}>
      {batches.isPending && <Loading what="batches" />}
      {batches.isError && batches.data === undefined && <Failure error={batches.error} onRetry={batches.refetch} />}
      {batches.data?.items.length === 0 && (
        <Empty icon={<Layers size={22} aria-hidden />} title="No batch yet">
          Select orders, or choose Retry at an incident. A batch first shows what it would do.
        </Empty>
      )}
      {batches.data !== undefined && batches.data.items.length > 0 && (
        <Grid
          label="Batches"
          rows={batches.data.items}
          total={batches.data.meta.total}
          columns={columns(brokerName)}
          layout={styles.layout ?? ''}
          keyOf={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/batches/$batchId', params: { batchId: id }, search: {} })}
          footer={batches.data.meta.total > 100 ? `The newest 100 of ${batches.data.meta.total} are shown.` : undefined}
        />
      )}
    </Page>
  );
}

const columns = (brokerName: (id: string) => string): readonly Column<BulkOperation>[] => [
  { name: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { name: 'What', cell: ({ operation }) => operationName(operation) },
  { name: 'Items', className: styles.end, cell: ({ total }) => total.toLocaleString('en') },
  { name: 'Reason', className: styles.muted, cell: ({ reason }) => <span title={reason}>{reason ?? '–'}</span> },
  { name: 'Outcome', cell: ({ counts }) => <OutcomeBar counts={counts} /> },
  { name: 'Broker', cell: ({ brokerId }) => brokerName(brokerId) },
  { name: 'Started', className: styles.muted, cell: ({ createdAt }) => <Time at={createdAt} /> },
];
