import type { ResourcePool } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { isMissingRoute } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { Badge } from '../ui/badge.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Failure, Loading, Note } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { countText } from '../ui/text/count-text.ts';
import { toWords } from '../ui/text/status-tone.ts';
import { Returns } from './returns.tsx';

/** The answer of `GET /inventory/pools/{poolId}/summary`, as far as the page shows it. */
interface PoolSummary {
  readonly counts: Readonly<Record<string, number>>;
  readonly isLow: boolean;
  readonly returns: readonly { readonly day: string; readonly count: number }[];
  readonly returnsLater: number;
  readonly pace: readonly {
    readonly days: number;
    readonly used: number;
    readonly perDay: number;
    readonly daysLeft?: number;
    readonly daysUntilLow?: number;
  }[];
}

/** How much of a pool is where, what comes back, and for how long it lasts. */
export function PoolDialog({ pool, onClose }: { readonly pool: ResourcePool | undefined; readonly onClose: () => void }) {
  return (
    <Dialog open={pool !== undefined} onClose={onClose} title={pool?.name ?? ''}>
      {pool !== undefined && <Summary poolId={pool.id} />}
    </Dialog>
  );
}

function Summary({ poolId }: { readonly poolId: string }) {
  const summary = useQuery({
    queryKey: ['pools', poolId, 'summary'],
    queryFn: ({ signal }) => linework.request<PoolSummary>('GET', `/inventory/pools/${poolId}/summary`, { signal }),
  });
  if (summary.isPending) return <Loading what="the stock" />;
  if (summary.data === undefined) {
    if (isMissingRoute(summary.error)) return <Note>This server does not sum up a pool.</Note>;
    return <Failure error={summary.error} onRetry={summary.refetch} />;
  }
  const { counts, isLow, returns, returnsLater, pace } = summary.data;
  return (
    <>
      {isLow && <Badge tone="warning">Low</Badge>}
      <Facts>
        {Object.entries(counts).map(([status, count]) => (
          <Fact key={status} name={toWords(status)}>
            {count.toLocaleString('en')}
          </Fact>
        ))}
      </Facts>
      <Returns returns={returns} later={returnsLater} />
      <Table label="For how long it lasts" rows={pace} keyOf={({ days }) => days} columns={paceColumns} />
    </>
  );
}

const paceColumns: readonly TableColumn<PoolSummary['pace'][number]>[] = [
  { name: 'Pace of', cell: ({ days }) => `${days} days` },
  { name: 'A day', kind: 'number', cell: ({ perDay }) => perDay.toLocaleString('en', { maximumFractionDigits: 1 }) },
  { name: 'Until low', kind: 'number', cell: ({ daysUntilLow }) => daysText(daysUntilLow) },
  { name: 'Until empty', kind: 'number', cell: ({ daysLeft }) => daysText(daysLeft) },
];

/** Nothing was used in the period, so nobody knows. */
const daysText = (days: number | undefined): string => (days === undefined ? '–' : countText(Math.floor(days), 'day'));
