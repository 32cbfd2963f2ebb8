import type { PoolSummary, ResourcePool } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { isNotFound } from '../api/describe-error.ts';
import { linework } from '../api/linework.ts';
import { mayAdminister, useSession } from '../api/session.ts';
import { ImportForm } from '../pool-import/import-form.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import dialogStyles from '../ui/dialog.module.css';
import { Dialog } from '../ui/dialog.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { Failure, Loading, Note } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { countText } from '../ui/text/count-text.ts';
import { toWords } from '../ui/text/status-tone.ts';

interface PoolDialogProps {
  readonly pool: ResourcePool | undefined;
  readonly onClose: () => void;
}

/**
 * How much of a pool is where, what comes back, and for how long it lasts. From here its resources are exported, and
 * others imported.
 */
export function PoolDialog({ pool, onClose }: PoolDialogProps) {
  const [view, setView] = useState<'stock' | 'import' | 'stock-again'>('stock');
  const stop = useRef<HTMLButtonElement>(null);
  const close = () => {
    // An import ends only by its button: a key that was pressed by mistake must not stop it.
    if (stop.current !== null) return stop.current.focus();
    setView('stock');
    onClose();
  };
  return (
    <Dialog
      open={pool !== undefined}
      onClose={close}
      title={view === 'import' ? `Import into ${pool?.name}` : (pool?.name ?? '')}
    >
      {pool !== undefined && view === 'import' && (
        <ImportForm pool={pool} stopRef={stop} onBack={() => setView('stock-again')} />
      )}
      {pool !== undefined && view !== 'import' && (
        <>
          <Summary poolId={pool.id} />
          <PoolActions poolId={pool.id} focusesImport={view === 'stock-again'} onImport={() => setView('import')} />
        </>
      )}
    </Dialog>
  );
}

function Summary({ poolId }: { readonly poolId: string }) {
  const summary = useQuery({
    queryKey: ['pools', poolId, 'summary'],
    queryFn: async ({ signal }): Promise<PoolSummary> => await linework.pools.summary(poolId, { signal }),
  });
  if (summary.isPending) return <Loading what="the stock" />;
  if (summary.data === undefined) {
    if (isNotFound(summary.error)) return <Note>This server does not sum up a pool.</Note>;
    return <Failure error={summary.error} onRetry={summary.refetch} />;
  }
  const { counts, isLow, returns, returnsLater, consumption } = summary.data;
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
      <Table label="For how long it lasts" rows={consumption} keyOf={({ days }) => days} columns={consumptionColumns} />
    </>
  );
}

const consumptionColumns: readonly TableColumn<PoolSummary['consumption'][number]>[] = [
  { name: 'Consumption of', cell: ({ days }) => `${days} days` },
  { name: 'A day', kind: 'number', cell: ({ perDay }) => perDay.toLocaleString('en', { maximumFractionDigits: 1 }) },
  { name: 'Until low', kind: 'number', cell: ({ daysUntilLow }) => daysText(daysUntilLow) },
  { name: 'Until empty', kind: 'number', cell: ({ daysLeft }) => daysText(daysLeft) },
];

/** Nothing was used in the period, so nobody knows. */
const daysText = (days: number | undefined): string => (days === undefined ? '–' : countText(Math.floor(days), 'day'));

interface PoolActionsProps {
  readonly poolId: string;
  /** The person comes back from the import. */
  readonly focusesImport: boolean;
  readonly onImport: () => void;
}

/** Saves the resources of a pool, or imports others. */
function PoolActions({ poolId, focusesImport, onImport }: PoolActionsProps) {
  const canImport = mayAdminister(useSession().data);
  return (
    <div className={dialogStyles['actions']}>
      <CsvButton path="/inventory/resources" query={{ poolId }} title="All resources of the pool, masked" />
      <Button
        autoFocus={focusesImport}
        disabled={!canImport}
        title={canImport ? 'Shows first what it would do' : 'Only an administrator can import resources.'}
        onClick={onImport}
      >
        <Upload size={14} aria-hidden /> Import …
      </Button>
    </div>
  );
}

/** What quarantine gives back on each of the next days, and after them. */
function Returns({ returns, later }: { readonly returns: PoolSummary['returns']; readonly later: number }) {
  const soon = returns.reduce((sum, { count }) => sum + count, 0);
  if (soon === 0 && later === 0) return <p>Nothing comes back from quarantine.</p>;
  return (
    <div>
      <p>
        {soon.toLocaleString('en')} come back from quarantine in {returns.length} days
        {later > 0 && `, ${later.toLocaleString('en')} later`}.
      </p>
      <Sparkline values={returns.map(({ count }) => count)} unit="days" tone="progress" />
    </div>
  );
}
