import type { PoolSummary, ResourcePool } from '@linework/sdk';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { mayAdminister, useSession } from '../api/session.ts';
import { useBrokerName } from '../api/use-brokers.ts';
import { language } from '../language/language.ts';
import { numberText, t } from '../language/translate.ts';
import { ImportForm } from '../pool-import/import-form.tsx';
import { IdFact } from '../records/id-fact.tsx';
import { RecordState } from '../records/record-state.tsx';
import styles from '../records/records.module.css';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Fact, Facts } from '../ui/facts.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Sparkline } from '../ui/sparkline.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { PoolImports } from './pool-imports.tsx';
import { PoolResources } from './pool-resources.tsx';
import { usePool, useResourceTypeName } from './use-pool.ts';

const route = getRouteApi('/pools/$poolId');
const parent = { to: '/pools', name: t('Pools') } as const;

/** How much of a pool is where, for how long it lasts, who imported what, and its numbers or SIMs. */
export function PoolPage() {
  const { poolId } = route.useParams();
  const { data, error, refetch } = usePool(poolId);
  if (data === undefined) return <RecordState what={t('Pool')} parent={parent} error={error} onRetry={refetch} />;
  const { pool, summary } = data;
  return (
    <Page
      scrolls
      title={pool.name}
      name={t('Pool {pool}', { pool: pool.name })}
      parent={parent}
      beside={summary.isLow ? <Badge tone="warning">{t('Low')}</Badge> : <Badge tone="success">{t('Enough')}</Badge>}
      actions={<PoolActions pool={pool} />}
    >
      <PoolFacts pool={pool} summary={summary} />
      <div className={styles.columns}>
        <Section title={t('Stock')} beside={<span className={styles.muted}>{numberText(summary.total)}</span>}>
          <Stock poolId={poolId} summary={summary} />
        </Section>
        <Section title={t('For how long it lasts')}>
          <Lasting summary={summary} />
        </Section>
      </div>
      <PoolImports poolId={poolId} />
      <PoolResources poolId={poolId} />
    </Page>
  );
}

function PoolFacts({ pool, summary }: { readonly pool: ResourcePool; readonly summary: PoolSummary }) {
  const brokerName = useBrokerName();
  const typeName = useResourceTypeName();
  return (
    <Facts>
      <Fact name={t('Kind')}>{typeName(pool.typeId) ?? '–'}</Fact>
      <Fact name={t('Broker')}>{brokerName(pool.brokerId)}</Fact>
      {summary.checkDigit !== undefined && (
        <Fact name={t('Last digit of the ICCIDs')}>
          {summary.checkDigit === 'luhn' ? t('a check digit') : t('a digit like the others')}
        </Fact>
      )}
      <Fact name={t('Warns below')}>{numberText(pool.lowAvailabilityThreshold)}</Fact>
      <Fact name={t('Created')}>
        <Time at={pool.createdAt} />
      </Fact>
      <IdFact name={t('Pool')} id={pool.id} />
    </Facts>
  );
}

/** The counts of the statuses, and below a number the way to what it counts. */
function Stock({ poolId, summary: { counts, total } }: { readonly poolId: string; readonly summary: PoolSummary }) {
  const parts = Object.entries(counts);
  return (
    <>
      <div className={styles.bar} aria-hidden>
        {parts.map(
          ([status, count]) =>
            count > 0 && <span key={status} data-status={status} style={{ width: `${(count / total) * 100}%` }} />,
        )}
      </div>
      <ul className={styles.parts}>
        {parts.map(([status, count]) => (
          <li key={status}>
            <span data-status={status}>{toWords(status, 'resource')}</span>
            <b>
              {count === 0 ? (
                <span className={styles.none}>0</span>
              ) : (
                <Link to="/pools/$poolId" params={{ poolId }} search={{ status }}>
                  {numberText(count)}
                </Link>
              )}
            </b>
          </li>
        ))}
      </ul>
    </>
  );
}

function Lasting({ summary: { returns, returnsLater, consumption } }: { readonly summary: PoolSummary }) {
  const soon = returns.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Table
        label={t('For how long it lasts')}
        rows={consumption}
        keyOf={({ days }) => days}
        columns={consumptionColumns}
      />
      {soon === 0 && returnsLater === 0 ? (
        <p className={styles.hint}>{t('Nothing comes back from quarantine.')}</p>
      ) : (
        <div className={styles.hint}>
          <p>
            {returnsLater === 0
              ? t('{soon} come back from quarantine in {days} days.', { soon, days: returns.length })
              : t('{soon} come back from quarantine in {days} days, {later} later.', {
                  soon,
                  days: returns.length,
                  later: returnsLater,
                })}
          </p>
          <Sparkline values={returns.map(({ count }) => count)} unit="days" tone="progress" />
        </div>
      )}
    </>
  );
}

const consumptionColumns: readonly TableColumn<PoolSummary['consumption'][number]>[] = [
  { name: t('Consumption of'), cell: ({ days }) => t('{count} day | {count} days', { count: days }) },
  {
    name: t('A day'),
    kind: 'number',
    cell: ({ perDay }) => perDay.toLocaleString(language, { maximumFractionDigits: 1 }),
  },
  { name: t('Until low'), kind: 'number', cell: ({ daysUntilLow }) => daysText(daysUntilLow) },
  { name: t('Until empty'), kind: 'number', cell: ({ daysLeft }) => daysText(daysLeft) },
];

/** Nothing was used in the period, so nobody knows. */
const daysText = (days: number | undefined): string =>
  days === undefined ? '–' : t('{count} day | {count} days', { count: Math.floor(days) });

/** Saves the resources of a pool, or imports others. */
function PoolActions({ pool }: { readonly pool: ResourcePool }) {
  const canImport = mayAdminister(useSession().data);
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <CsvButton
        path="/inventory/resources"
        query={{ poolId: pool.id }}
        title={t('All resources of the pool, masked')}
      />
      <Button
        disabled={!canImport}
        title={canImport ? t('Shows first what it would do') : t('Only an administrator can import resources.')}
        onClick={() => setImporting(true)}
      >
        <Upload size={14} aria-hidden /> {t('Import …')}
      </Button>
      <ImportDialog pool={isImporting ? pool : undefined} onClose={() => setImporting(false)} />
    </>
  );
}

interface ImportDialogProps {
  /** Undefined while it is closed. */
  readonly pool: ResourcePool | undefined;
  readonly onClose: () => void;
}

/** Imports resources into a pool from a file. */
function ImportDialog({ pool, onClose }: ImportDialogProps) {
  const stop = useRef<HTMLButtonElement>(null);
  const close = () => {
    // An import ends only by its button: a key that was pressed by mistake must not stop it.
    if (stop.current === null) onClose();
    else stop.current.focus();
  };
  return (
    <Dialog open={pool !== undefined} onClose={close} title={t('Import into {pool}', { pool: pool?.name ?? '' })}>
      {pool !== undefined && <ImportForm pool={pool} stopRef={stop} onBack={onClose} />}
    </Dialog>
  );
}
