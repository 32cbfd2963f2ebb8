import type { Page as ListPage, ResourcePool } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Database } from 'lucide-react';
import { linework } from '../api/linework.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { Badge } from '../ui/badge.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Failure, Loading, Note } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';

/** How much of each pool is left, those that run low first. A pool has a page of its own. */
export function PoolsPage() {
  const pools = useQuery({
    queryKey: ['pools', 'all'],
    queryFn: async ({ signal }) => {
      const read = (query: object) =>
        linework.request<ListPage<ResourcePool>>('GET', '/inventory/pools', {
          query: { limit: 100, ...query },
          signal,
        });
      const [all, low] = await Promise.all([read({}), read({ isLow: true })]);
      return { ...all, lowIds: new Set(low.items.map(({ id }) => id)) };
    },
  });
  return (
    <Page title="Pools" scrolls>
      {pools.isPending && <Loading what="the pools" />}
      {pools.isError && pools.data === undefined && <Failure error={pools.error} onRetry={pools.refetch} />}
      {pools.data?.items.length === 0 && <Empty icon={<Database size={22} aria-hidden />} title="There is no pool" />}
      {pools.data !== undefined && pools.data.items.length > 0 && (
        <PoolTable pools={pools.data.items} lowIds={pools.data.lowIds} />
      )}
      {pools.data !== undefined && pools.data.meta.total > pools.data.items.length && (
        <Note>{`The first ${pools.data.items.length} of ${pools.data.meta.total} pools are shown.`}</Note>
      )}
    </Page>
  );
}

interface PoolTableProps {
  readonly pools: readonly ResourcePool[];
  readonly lowIds: ReadonlySet<string>;
}

function PoolTable({ pools, lowIds }: PoolTableProps) {
  const brokerName = useBrokerName();
  const sorted = pools.toSorted(
    (a, b) => Number(lowIds.has(b.id)) - Number(lowIds.has(a.id)) || a.name.localeCompare(b.name),
  );
  const columns: readonly TableColumn<ResourcePool>[] = [
    {
      name: 'Pool',
      cell: ({ id, name }) => (
        <Link to="/pools/$poolId" params={{ poolId: id }}>
          {name}
        </Link>
      ),
    },
    { name: 'Broker', isWide: true, cell: ({ brokerId }) => brokerName(brokerId) },
    {
      name: 'State',
      cell: ({ id }) => (lowIds.has(id) ? <Badge tone="warning">Low</Badge> : <Badge tone="success">Enough</Badge>),
    },
    {
      name: 'Available',
      kind: 'number',
      cell: ({ availableResourcesCount }) => availableResourcesCount.toLocaleString('en'),
    },
    { name: 'Total', kind: 'number', cell: ({ resourcesCount }) => resourcesCount.toLocaleString('en') },
    {
      name: 'Warns below',
      kind: 'number',
      isWide: true,
      cell: ({ lowAvailabilityThreshold }) => lowAvailabilityThreshold.toLocaleString('en'),
    },
  ];
  return <Table label="Pools" rows={sorted} keyOf={({ id }) => id} columns={columns} />;
}
