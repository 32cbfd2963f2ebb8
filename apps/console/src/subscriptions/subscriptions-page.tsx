import type { Subscription } from '@linework/sdk';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { subscriptionFilters } from '../lists/list-filters.ts';
import styles from '../lists/lists.module.css';
import { RecordList } from '../lists/record-list.tsx';
import { useProductNames } from '../records/use-products.ts';
import { StatusBadge } from '../ui/badge.tsx';
import type { Column } from '../ui/grid.tsx';
import { Masked } from '../ui/masked.tsx';
import { dayText } from '../ui/text/day-text.ts';
import { toPhrase, toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';

const route = getRouteApi('/subscriptions');

const views = [
  ['', t('All')],
  ['ACTIVE', t('Active [subscriptions]')],
  ['DRAFT', t('Draft [subscriptions]')],
  ['PAUSED', t('Paused [subscriptions]')],
  ['CANCELLED,EXPIRED', t('Ended [subscriptions]')],
] as const;

const columns: readonly Column<Subscription>[] = [
  {
    name: t('Status'),
    className: styles.status,
    cell: ({ status }) => <StatusBadge kind="subscription" status={status} />,
  },
  {
    name: t('Products'),
    className: styles.main,
    cell: (subscription) => (
      <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId: subscription.id }}>
        <ProductNames subscription={subscription} />
      </Link>
    ),
  },
  {
    name: t('Cycle'),
    className: `${styles.beside} ${styles.muted}`,
    cell: ({ billingCycle: { frequency, billingType } }) => `${toWords(frequency)}, ${toPhrase(billingType)}`,
  },
  {
    name: t('Next bill'),
    className: styles.muted,
    cell: ({ nextBillingDate }) => (nextBillingDate === undefined ? '–' : dayText(nextBillingDate)),
  },
  {
    name: t('External code'),
    className: `${styles.wide} ${styles.muted}`,
    cell: ({ externalCode }) => externalCode && <Masked text={externalCode} />,
  },
  {
    name: t('Changed'),
    className: `${styles.time} ${styles.muted}`,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
];

function ProductNames({ subscription }: { readonly subscription: Subscription }) {
  const names = useProductNames([subscription])(subscription);
  return names === '' ? t('No product') : names;
}

/** The subscriptions of all holders. */
export function SubscriptionsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  return (
    <RecordList
      title={t('Subscriptions')}
      path="/subscriptions"
      queryName="subscriptions"
      search={search}
      onSearch={(changed) => void navigate({ to: '/subscriptions', search: changed })}
      filters={subscriptionFilters}
      views={views}
      columns={() => columns}
      layout={styles.subscriptions}
      empty={{ title: t('There is no subscription'), text: t('A subscription is what a holder uses of an offer.') }}
      brokerName={useBrokerName()}
      onOpen={({ id }) => void navigate({ to: '/subscriptions/$subscriptionId', params: { subscriptionId: id } })}
    />
  );
}
