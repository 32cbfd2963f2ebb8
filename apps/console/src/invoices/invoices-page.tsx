import type { ListedInvoice } from '@linework/sdk';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { invoiceFilters } from '../lists/list-filters.ts';
import styles from '../lists/lists.module.css';
import { RecordList } from '../lists/record-list.tsx';
import { HolderLink } from '../records/holder-link.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import type { Column } from '../ui/grid.tsx';
import { dayText, moneyText } from '../ui/text/day-text.ts';
import { Time } from '../ui/time.tsx';

const route = getRouteApi('/invoices');

const views = [
  ['', t('All')],
  ['DRAFT', t('To approve')],
  ['OPEN', t('Open [invoices]')],
  ['OVERDUE', t('Overdue [invoices]')],
  ['PAID', t('Paid [invoices]')],
  ['VOID', t('Void [invoices]')],
] as const;

const columns = (brokerName: (id: string) => string): readonly Column<ListedInvoice>[] => [
  { name: t('Status'), className: styles.status, cell: ({ status }) => <StatusBadge kind="invoice" status={status} /> },
  {
    name: t('Amount'),
    className: `${styles.main} ${styles.amount}`,
    cell: ({ id, totalAmount }) => (
      <Link to="/invoices/$invoiceId" params={{ invoiceId: id }}>
        {moneyText(totalAmount)}
      </Link>
    ),
  },
  { name: t('Holder'), className: styles.beside, cell: ({ customerId }) => <HolderLink holderId={customerId} /> },
  {
    name: t('Period'),
    className: styles.muted,
    cell: ({ cycle, periodFrom }) => t('{from}, cycle {cycle}', { from: dayText(periodFrom), cycle }),
  },
  {
    name: t('Due'),
    className: styles.muted,
    cell: ({ dueDate }) => (dueDate === undefined ? '–' : dayText(dueDate)),
  },
  { name: t('Broker'), className: `${styles.wide} ${styles.muted}`, cell: ({ brokerId }) => brokerName(brokerId) },
  {
    name: t('Changed'),
    className: `${styles.time} ${styles.muted}`,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
];

/** The invoices of all subscriptions. */
export function InvoicesPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  return (
    <RecordList
      title={t('Invoices')}
      path="/invoices"
      queryName="invoices"
      search={search}
      onSearch={(changed) => void navigate({ to: '/invoices', search: changed })}
      filters={invoiceFilters}
      views={views}
      columns={columns}
      layout={styles.invoices}
      empty={{ title: t('There is no invoice'), text: t('An invoice is made for each cycle of a subscription.') }}
      brokerName={useBrokerName()}
      onOpen={({ id }) => void navigate({ to: '/invoices/$invoiceId', params: { invoiceId: id } })}
    />
  );
}
