import type { ListedOffer } from '@linework/sdk';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { offerFilters } from '../lists/list-filters.ts';
import styles from '../lists/lists.module.css';
import { RecordList } from '../lists/record-list.tsx';
import { Badge } from '../ui/badge.tsx';
import type { Column } from '../ui/grid.tsx';
import { Time } from '../ui/time.tsx';

const route = getRouteApi('/offers');

const columns = (brokerName: (id: string) => string): readonly Column<ListedOffer>[] => [
  {
    name: t('Offer'),
    className: styles.main,
    cell: ({ id, name }) => (
      <Link to="/offers/$offerId" params={{ offerId: id }}>
        {name}
      </Link>
    ),
  },
  {
    name: t('Sold now'),
    className: styles.status,
    cell: ({ currentVersion }) =>
      currentVersion === undefined ? (
        <Badge tone="quiet">{t('Nothing')}</Badge>
      ) : (
        <Badge tone="success">{t('Version {version}', { version: currentVersion.version })}</Badge>
      ),
  },
  { name: t('Code'), className: styles.beside, cell: ({ externalCode }) => externalCode ?? '–' },
  {
    name: t('Since'),
    className: `${styles.wide} ${styles.muted}`,
    cell: ({ currentVersion }) => (currentVersion === undefined ? '–' : <Time at={currentVersion.validFrom} />),
  },
  { name: t('Broker'), className: styles.muted, cell: ({ brokerId }) => brokerName(brokerId) },
  {
    name: t('Changed'),
    className: `${styles.time} ${styles.muted}`,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
];

/** What brokers sell. */
export function OffersPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  return (
    <RecordList
      title={t('Offers')}
      path="/catalog/offers"
      queryName="offers"
      search={search}
      onSearch={(changed) => void navigate({ to: '/offers', search: changed })}
      filters={offerFilters}
      views={[]}
      columns={columns}
      layout={styles.offers}
      empty={{ title: t('There is no offer'), text: t('An offer has the products that a broker sells, in versions.') }}
      brokerName={useBrokerName()}
      onOpen={({ id }) => void navigate({ to: '/offers/$offerId', params: { offerId: id } })}
    />
  );
}
