import type { Drift } from '@linework/sdk';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import styles from '../lists/lists.module.css';
import { RecordList } from '../lists/record-list.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import type { Column } from '../ui/grid.tsx';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';
import { driftFilters } from './drift-filters.ts';
import { StateText } from './state-text.tsx';

const route = getRouteApi('/drifts');

const views = [
  ['OPEN', t('Open [drifts]')],
  ['ACCEPTED', t('Accepted [drifts]')],
  ['REPAIRED,GONE', t('Over')],
  ['', t('All')],
] as const;

const columns = (brokerName: (id: string) => string): readonly Column<Drift>[] => [
  { name: t('Status'), className: styles.status, cell: ({ status }) => <StatusBadge kind="drift" status={status} /> },
  {
    name: t('Kind'),
    className: styles.main,
    cell: ({ id, kind }) => (
      <Link to="/drifts/$driftId" params={{ driftId: id }}>
        {toWords(kind)}
      </Link>
    ),
  },
  { name: t('The line says'), className: styles.beside, cell: ({ expected }) => <StateText state={expected} /> },
  {
    name: t('The register has'),
    className: styles.wide,
    cell: ({ found, isOurs }) => (isOurs ? <StateText state={found} /> : t('a subscriber that is not ours')),
  },
  { name: t('Broker'), className: styles.muted, cell: ({ brokerId }) => brokerName(brokerId) },
  {
    name: t('Since'),
    className: `${styles.time} ${styles.muted}`,
    cell: ({ firstSeenAt }) => <Time at={firstSeenAt} />,
  },
];

/** The differences between the lines and the register of the network. */
export function DriftsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  return (
    <RecordList
      title={t('Drifts')}
      path="/drifts"
      queryName="drifts"
      search={search}
      onSearch={(changed) => void navigate({ to: '/drifts', search: changed })}
      filters={driftFilters}
      views={views}
      columns={columns}
      layout={styles.drifts}
      empty={{
        title: t('There is no drift'),
        text: t('A difference that two comparisons with the register find is listed here.'),
      }}
      brokerName={useBrokerName()}
      onOpen={({ id }) => void navigate({ to: '/drifts/$driftId', params: { driftId: id } })}
    />
  );
}
