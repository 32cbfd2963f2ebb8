import type { Page as ListPage, ResourcePool } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { Database } from 'lucide-react';
import { useState } from 'react';
import { linework } from '../api/linework.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { Badge } from '../ui/badge.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Failure, Loading, Note } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { PoolDialog } from './pool-dialog.tsx';
import styles from './pools.module.css';

/** How much of each pool is left. A pool opens with its stock, what comes back, and for how long it lasts. */
export function PoolsPage() {
  const pools = useQuery({
    queryKey: ['pools'],
    queryFn: async ({ signal }): Promise<ListPage<ResourcePool>> =>
      await linework.pools.list({ limit: 100 }, { signal }),
  });
  return (
    <Page title="Pools" scrolls>
      {pools.isPending && <Loading what="the pools" />}
      {pools.isError && pools.data === undefined && <Failure error={pools.error} onRetry={pools.refetch} />}
      {pools.data?.items.length === 0 && <Empty icon={<Database size={22} aria-hidden />} title="There is no pool" />}
      {pools.data !== undefined && pools.data.items.length > 0 && <PoolTable pools={pools.data.items} />}
      {pools.data !== undefined && pools.data.meta.total > pools.data.items.length && (
        <Note>{`The first ${pools.data.items.length} of ${pools.data.meta.total} pools are shown.`}</Note>
      )}
    </Page>
  );
}

const isLow = ({ availableResourcesCount, lowAvailabilityThreshold }: ResourcePool) =>
  availableResourcesCount <= lowAvailabilityThreshold;

function PoolTable({ pools }: { readonly pools: readonly ResourcePool[] }) {
  const [open, setOpen] = useState<ResourcePool | undefined>();
  const brokerName = useBrokerName();
  const sorted = pools.toSorted((a, b) => Number(isLow(b)) - Number(isLow(a)) || a.name.localeCompare(b.name));
  const columns: readonly TableColumn<ResourcePool>[] = [
    {
      name: 'Pool',
      cell: (pool) => (
        <button type="button" className={styles.open} onClick={() => setOpen(pool)}>
          {pool.name}
        </button>
      ),
    },
    { name: 'Broker', isWide: true, cell: ({ brokerId }) => brokerName(brokerId) },
    {
      name: 'State',
      cell: (pool) => (isLow(pool) ? <Badge tone="warning">Low</Badge> : <Badge tone="success">Enough</Badge>),
    },
    {
      name: 'Available',
      kind: 'number',
      cell: ({ availableResourcesCount }) => availableResourcesCount.toLocaleString('en'),
    },
    { name: 'Total', kind: 'number', cell: ({ resourcesCount }) => resourcesCount.toLocaleString('en') },
    {
      name: 'Warns at',
      kind: 'number',
      isWide: true,
      cell: ({ lowAvailabilityThreshold }) => lowAvailabilityThreshold.toLocaleString('en'),
    },
  ];
  return (
    <>
      <Table label="Pools" rows={sorted} keyOf={({ id }) => id} columns={columns} />
      <PoolDialog pool={open} onClose={() => setOpen(undefined)} />
    </>
  );
}
