import type { Payment, Refund } from '@linework/sdk';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { paymentFilters, refundFilters } from '../lists/list-filters.ts';
import styles from '../lists/lists.module.css';
import { RecordList } from '../lists/record-list.tsx';
import { HolderLink } from '../records/holder-link.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import type { Column } from '../ui/grid.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { moneyText } from '../ui/text/day-text.ts';
import { toWords } from '../ui/text/status-tone.ts';
import { Time } from '../ui/time.tsx';

const paymentViews = [
  ['', t('All')],
  ['PENDING,AUTHORIZED', t('Under way')],
  ['CONFIRMED', t('Confirmed [payments]')],
  ['FAILED,CANCELED', toWords('FAILED')],
  ['REFUNDED,CHARGED_BACK', t('Given back')],
] as const;

const refundViews = [
  ['', t('All')],
  ['PENDING', t('Under way')],
  ['COMPLETED', t('Completed [refunds]')],
  ['FAILED', toWords('FAILED')],
] as const;

const paymentColumns = (brokerName: (id: string) => string): readonly Column<Payment>[] => [
  { name: t('Status'), className: styles.status, cell: ({ status }) => <StatusBadge kind="payment" status={status} /> },
  {
    name: t('Amount'),
    className: `${styles.main} ${styles.amount}`,
    cell: ({ id, amount }) => (
      <Link to="/payments/$paymentId" params={{ paymentId: id }}>
        {moneyText(amount)}
      </Link>
    ),
  },
  { name: t('Holder'), className: styles.beside, cell: ({ customerId }) => <HolderLink holderId={customerId} /> },
  { name: t('Method'), className: styles.muted, cell: ({ paymentMethodType }) => toWords(paymentMethodType) },
  {
    name: t('Reason'),
    className: styles.muted,
    cell: ({ reason }) => <span title={reason}>{reason && toWords(reason)}</span>,
  },
  { name: t('Broker'), className: `${styles.wide} ${styles.muted}`, cell: ({ brokerId }) => brokerName(brokerId) },
  {
    name: t('Changed'),
    className: `${styles.time} ${styles.muted}`,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
];

const refundColumns = (brokerName: (id: string) => string): readonly Column<Refund>[] => [
  { name: t('Status'), className: styles.status, cell: ({ status }) => <StatusBadge kind="refund" status={status} /> },
  {
    name: t('Amount'),
    className: `${styles.main} ${styles.amount}`,
    cell: ({ id, amount }) => (
      <Link to="/refunds/$refundId" params={{ refundId: id }}>
        {moneyText(amount)}
      </Link>
    ),
  },
  {
    name: t('Payment'),
    className: styles.beside,
    cell: ({ paymentId }) => (
      <Link to="/payments/$paymentId" params={{ paymentId }}>
        {t('Open the payment')}
      </Link>
    ),
  },
  {
    name: t('Reason'),
    className: styles.muted,
    cell: ({ reason }) => <span title={reason}>{reason && toWords(reason)}</span>,
  },
  { name: t('Broker'), className: `${styles.wide} ${styles.muted}`, cell: ({ brokerId }) => brokerName(brokerId) },
  {
    name: t('Changed'),
    className: `${styles.time} ${styles.muted}`,
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
];

/** Leads from the money that comes to the money that goes back. */
function Direction({ value }: { readonly value: '/payments' | '/refunds' }) {
  const navigate = useNavigate();
  return (
    <Tabs
      label={t('Direction')}
      tabs={[
        ['/payments', t('Payments')],
        ['/refunds', t('Refunds')],
      ]}
      value={value}
      onChange={(to) => void navigate({ to: to === '/payments' ? '/payments' : '/refunds' })}
    />
  );
}

const paymentsRoute = getRouteApi('/payments');

/** The attempts to pay invoices. */
export function PaymentsPage() {
  const search = paymentsRoute.useSearch();
  const navigate = useNavigate();
  return (
    <RecordList
      title={t('Payments')}
      path="/payments"
      queryName="payments"
      search={search}
      onSearch={(changed) => void navigate({ to: '/payments', search: changed })}
      filters={paymentFilters}
      views={paymentViews}
      columns={paymentColumns}
      layout={styles.payments}
      empty={{ title: t('There is no payment'), text: t('A payment is one attempt to pay an invoice.') }}
      brokerName={useBrokerName()}
      onOpen={({ id }) => void navigate({ to: '/payments/$paymentId', params: { paymentId: id } })}
      actions={<Direction value="/payments" />}
    />
  );
}

const refundsRoute = getRouteApi('/refunds');

/** The money that goes back to holders. */
export function RefundsPage() {
  const search = refundsRoute.useSearch();
  const navigate = useNavigate();
  return (
    <RecordList
      title={t('Refunds')}
      path="/refunds"
      queryName="refunds"
      search={search}
      onSearch={(changed) => void navigate({ to: '/refunds', search: changed })}
      filters={refundFilters}
      views={refundViews}
      columns={refundColumns}
      layout={styles.refunds}
      empty={{ title: t('There is no refund'), text: t('A confirmed payment can be refunded, in part or in full.') }}
      brokerName={useBrokerName()}
      onOpen={({ id }) => void navigate({ to: '/refunds/$refundId', params: { refundId: id } })}
      actions={<Direction value="/refunds" />}
    />
  );
}
