import type { Resource } from '@linework/sdk';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useBrokerName } from '../api/use-brokers.ts';
import { useResourceTypes } from '../api/use-resource-types.ts';
import { t, tKnown } from '../language/translate.ts';
import { Choice } from '../lists/filter-editor.tsx';
import { resourceFilters } from '../lists/list-filters.ts';
import styles from '../lists/lists.module.css';
import { RecordList } from '../lists/record-list.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import type { Column } from '../ui/grid.tsx';
import { Masked } from '../ui/masked.tsx';
import { Time } from '../ui/time.tsx';

const route = getRouteApi('/resources');

const views = [
  ['', t('All')],
  ['available', t('Available')],
  ['active', t('Active')],
  ['quarantined', t('Quarantined')],
] as const;

const columns = (brokerName: (id: string) => string): readonly Column<Resource>[] => [
  {
    name: t('Status'),
    className: styles.status,
    cell: ({ status }) => <StatusBadge kind="resource" status={status} />,
  },
  {
    name: t('Number or ICCID'),
    className: styles.main,
    cell: ({ id, externalCode }) => (
      <Link to="/resources/$resourceId" params={{ resourceId: id }}>
        <Masked text={externalCode} />
      </Link>
    ),
  },
  { name: t('Kind'), className: styles.muted, cell: ({ type }) => tKnown(type.name) },
  {
    name: t('Pool'),
    className: styles.beside,
    cell: ({ pool }) => (
      <Link to="/pools/$poolId" params={{ poolId: pool.id }}>
        {pool.title}
      </Link>
    ),
  },
  {
    name: t('Broker'),
    className: `${styles.wide} ${styles.muted}`,
    cell: ({ brokerId }) => brokerName(brokerId),
  },
  {
    name: t('Changed'),
    className: `${styles.time} ${styles.muted}`,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
];

/** The numbers and SIMs of all pools. */
export function ResourcesPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { data: types } = useResourceTypes();
  return (
    <RecordList
      title={t('Numbers and SIMs')}
      path="/inventory/resources"
      queryName="resources"
      search={search}
      onSearch={(changed) => void navigate({ to: '/resources', search: changed })}
      filters={resourceFilters}
      views={views}
      columns={columns}
      layout={styles.resources}
      empty={{ title: t('There is no number and no SIM'), text: t('They are imported on the page of a pool.') }}
      brokerName={useBrokerName()}
      onOpen={({ id }) => void navigate({ to: '/resources/$resourceId', params: { resourceId: id } })}
      actions={
        <Choice
          label={t('Kind')}
          value={search['typeId']}
          options={(types ?? []).map(({ id, name }) => [id, name])}
          onChange={(typeId) => void navigate({ to: '/resources', search: { ...search, typeId } })}
        />
      }
    />
  );
}
