import type { Holder } from '@linework/sdk';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { holderFilters } from '../lists/list-filters.ts';
import styles from '../lists/lists.module.css';
import { RecordList } from '../lists/record-list.tsx';
import type { Column } from '../ui/grid.tsx';
import { Masked } from '../ui/masked.tsx';
import { Time } from '../ui/time.tsx';

const route = getRouteApi('/holders');

const columns = (brokerName: (id: string) => string): readonly Column<Holder>[] => [
  {
    name: t('Name'),
    className: styles.main,
    cell: ({ id, name }) => (
      <Link to="/holders/$holderId" params={{ holderId: id }}>
        <Masked text={name} />
      </Link>
    ),
  },
  {
    name: t('CPF or CNPJ'),
    className: styles.beside,
    cell: ({ federalTaxId, anonymisedAt }) =>
      federalTaxId === undefined ? anonymisedAt && t('Anonymised') : <Masked text={federalTaxId} />,
  },
  {
    name: t('External code'),
    className: `${styles.wide} ${styles.muted}`,
    cell: ({ externalCode }) => externalCode && <Masked text={externalCode} />,
  },
  { name: t('Broker'), className: styles.muted, cell: ({ brokerId }) => brokerName(brokerId) },
  {
    name: t('Created'),
    className: `${styles.wide} ${styles.muted}`,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  {
    name: t('Changed'),
    className: `${styles.time} ${styles.muted}`,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
];

/** The people and companies that hold lines. */
export function HoldersPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  return (
    <RecordList
      title={t('Holders')}
      path="/holders"
      queryName="holders"
      search={search}
      onSearch={(changed) => void navigate({ to: '/holders', search: changed })}
      filters={holderFilters}
      views={[]}
      columns={columns}
      layout={styles.holders}
      empty={{ title: t('There is no holder'), text: t('A holder is the person or the company that owns lines.') }}
      brokerName={useBrokerName()}
      onOpen={({ id }) => void navigate({ to: '/holders/$holderId', params: { holderId: id } })}
    />
  );
}
