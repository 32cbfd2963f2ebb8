import type { Page as ListPage, ResourcePool } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Database } from 'lucide-react';
import { linework } from '../api/linework.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { numberText, t } from '../language/translate.ts';
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
    <Page title={t('Pools')} scrolls>
      {pools.isPending && <Loading what={t('the pools')} />}
      {pools.isError && pools.data === undefined && <Failure error={pools.error} onRetry={pools.refetch} />}
      {pools.data?.items.length === 0 && (
        <Empty icon={<Database size={22} aria-hidden />} title={t('There is no pool')} />
      )}
      {pools.data !== undefined && pools.data.items.length > 0 && (
        <PoolTable pools={pools.data.items} lowIds={pools.data.lowIds} />
      )}
      {pools.data !== undefined && pools.data.meta.total > pools.data.items.length && (
        <Note>
          {t('The first {shown} of {total} pools are shown.', {
            shown: pools.data.items.length,
            total: pools.data.meta.total,
          })}
        </Note>
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
      name: t('Pool'),
      cell: ({ id, name }) => (
        <Link to="/pools/$poolId" params={{ poolId: id }}>
          {name}
        </Link>
      ),
    },
    { name: t('Broker'), isWide: true, cell: ({ brokerId }) => brokerName(brokerId) },
    {
      name: t('State'),
      cell: ({ id }) =>
        lowIds.has(id) ? <Badge tone="warning">{t('Low')}</Badge> : <Badge tone="success">{t('Enough')}</Badge>,
    },
    {
      name: t('Available'),
      kind: 'number',
      cell: ({ availableResourcesCount }) => numberText(availableResourcesCount),
    },
    { name: t('Total'), kind: 'number', cell: ({ resourcesCount }) => numberText(resourcesCount) },
    {
      name: t('Warns below'),
      kind: 'number',
      isWide: true,
      cell: ({ lowAvailabilityThreshold }) => numberText(lowAvailabilityThreshold),
    },
  ];
  return <Table label={t('Pools')} rows={sorted} keyOf={({ id }) => id} columns={columns} />;
}
