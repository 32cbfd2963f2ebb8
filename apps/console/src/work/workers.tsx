import type { WorkerFleet } from '@linework/sdk';
import { useQuery } from '@tanstack/react-query';
import { linework } from '../api/linework.ts';
import { numberText, t } from '../language/translate.ts';
import { usePauses } from '../pauses/use-pauses.ts';
import { Badge } from '../ui/badge.tsx';
import { Section } from '../ui/page.tsx';
import { Empty, Failure, Loading } from '../ui/state.tsx';
import { Table, type TableColumn } from '../ui/table.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import styles from './work.module.css';

type Worker = WorkerFleet['workers'][number];
type System = WorkerFleet['systems'][number];

const pollMs = 10_000;

/** The systems that the workers call, and the workers. */
export function WorkerSections() {
  const fleet = useQuery({
    queryKey: ['workers'],
    queryFn: ({ signal }) => linework.request<WorkerFleet>('GET', '/workers', { signal }),
    refetchInterval: pollMs,
  });
  const pauses = usePauses();
  if (fleet.isPending) return <Loading what={t('the workers')} />;
  if (fleet.data === undefined) return <Failure error={fleet.error} onRetry={fleet.refetch} />;
  const { workers, systems } = fleet.data;
  const alive = workers.filter(({ isAlive }) => isAlive).length;
  const paused = pauses.data?.items.filter(({ kind }) => kind === 'system').map(({ target }) => target) ?? [];
  return (
    <>
      <Section title={t('Systems')}>
        {systems.length > 0 ? (
          <Table label={t('Systems')} rows={systems} keyOf={({ name }) => name} columns={systemColumns(paused)} />
        ) : (
          <p className={styles.muted}>{t('No worker runs, so no system is called.')}</p>
        )}
      </Section>
      <Section
        title={t('Workers')}
        beside={<span className={styles.muted}>{t('{count} alive', { count: alive })}</span>}
      >
        {workers.length > 0 ? (
          <Table label={t('Workers')} rows={workers} keyOf={({ id }) => id} columns={workerColumns} />
        ) : (
          <Empty title={t('No worker runs')}>{t('Orders are accepted, and wait until a worker starts.')}</Empty>
        )}
      </Section>
    </>
  );
}

const systemColumns = (paused: readonly string[]): readonly TableColumn<System>[] => [
  { name: t('System'), cell: ({ name }) => toWords(name) },
  {
    name: t('State'),
    cell: (system) =>
      paused.includes(system.name) ? (
        <Badge tone="warning">{t('Paused [a system]')}</Badge>
      ) : (
        <SystemState system={system} />
      ),
  },
  {
    name: t('No answer since'),
    kind: 'time',
    cell: ({ silentSince }) => (silentSince === undefined ? '–' : <Time at={silentSince} />),
  },
  {
    name: t('Last failure'),
    isWide: true,
    cell: ({ lastFailure }) =>
      lastFailure === undefined ? (
        '–'
      ) : (
        <>
          <Time at={lastFailure.at} /> <span className={styles.reason}>{toWords(lastFailure.code)}</span>
        </>
      ),
  },
];

function SystemState({ system: { answeringCount, silentCount } }: { readonly system: System }) {
  if (silentCount === 0) return <Badge tone="success">{t('Answers')}</Badge>;
  if (answeringCount === 0) return <Badge tone="danger">{t('Does not answer')}</Badge>;
  return (
    <Badge tone="warning">
      {t('Does not answer {count} of {all} workers', { count: silentCount, all: answeringCount + silentCount })}
    </Badge>
  );
}

const workerColumns: readonly TableColumn<Worker>[] = [
  { name: t('Machine'), cell: ({ host }) => host },
  {
    name: t('State'),
    cell: ({ isAlive }) =>
      isAlive ? <Badge tone="success">{t('Runs')}</Badge> : <Badge tone="danger">{t('Does not report')}</Badge>,
  },
  { name: t('Version'), isWide: true, cell: ({ version }) => <code>{version}</code> },
  { name: t('Jobs at a time'), kind: 'number', isWide: true, cell: ({ concurrency }) => numberText(concurrency) },
  { name: t('Started'), kind: 'time', isWide: true, cell: ({ startedAt }) => <Time at={startedAt} /> },
  { name: t('Last seen [a worker]'), kind: 'time', cell: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
];
