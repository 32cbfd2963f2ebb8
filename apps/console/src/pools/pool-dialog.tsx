import type { ResourcePool } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { isMissingRoute } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { Badge } from '../ui/badge.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Failure, Loading, Note } from '../ui/state.tsx';
import { toWords } from '../ui/status-tone.ts';
import tableStyles from '../ui/table.module.css';
import { Returns } from './returns.tsx';

/** The answer of `GET /inventory/pools/{poolId}/summary`, as far as the page shows it. */
export interface PoolSummary {
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
      <table className={tableStyles.table}>
        <thead>
          <tr>
            <th scope="col">Pace of</th>
            <th scope="col" className={tableStyles.number}>
              A day
            </th>
            <th scope="col" className={tableStyles.number}>
              Until low
            </th>
            <th scope="col" className={tableStyles.number}>
              Until empty
            </th>
          </tr>
        </thead>
        <tbody>
          {pace.map(({ days, perDay, daysLeft, daysUntilLow }) => (
            <tr key={days}>
              <th scope="row">{days} days</th>
              <td className={tableStyles.number}>{perDay.toLocaleString('en', { maximumFractionDigits: 1 })}</td>
              <td className={tableStyles.number}>{daysText(daysUntilLow)}</td>
              <td className={tableStyles.number}>{daysText(daysLeft)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Nothing was used in the period, so nobody knows. */
const daysText = (days: number | undefined): string => (days === undefined ? '–' : `${Math.floor(days).toLocaleString('en')} days`);
