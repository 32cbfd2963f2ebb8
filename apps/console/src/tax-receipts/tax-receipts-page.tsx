import type { TaxReceipt } from '@linework/sdk';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useBrokerName } from '../api/use-brokers.ts';
import { t } from '../language/translate.ts';
import { taxReceiptFilters } from '../lists/list-filters.ts';
import styles from '../lists/lists.module.css';
import { RecordList } from '../lists/record-list.tsx';
import { HolderLink } from '../records/holder-link.tsx';
import { StatusBadge } from '../ui/badge.tsx';
import type { Column } from '../ui/grid.tsx';
import { moneyText } from '../ui/text/day-text.ts';
import { Time } from '../ui/time.tsx';
import { modelText } from './model-text.ts';

const route = getRouteApi('/tax-receipts');

const views = [
  ['', t('All')],
  ['DRAFT', t('Drafts')],
  ['ACTIVE', t('Issued [receipts]')],
  ['CANCELED', t('Cancelled [receipts]')],
] as const;

const columns: readonly Column<TaxReceipt>[] = [
  {
    name: t('Status'),
    className: styles.status,
    cell: ({ status }) => <StatusBadge kind="tax-receipt" status={status} />,
  },
  {
    name: t('Receipt'),
    className: styles.main,
    cell: ({ id, number }) => (
      <Link to="/tax-receipts/$taxReceiptId" params={{ taxReceiptId: id }}>
        {number === undefined ? t('No number yet') : t('No. {number}', { number: String(number) })}
      </Link>
    ),
  },
  {
    name: t('Amount'),
    className: `${styles.amount} ${styles.muted}`,
    cell: ({ totalAmount }) => moneyText(totalAmount),
  },
  { name: t('Holder'), className: styles.beside, cell: ({ customerId }) => <HolderLink holderId={customerId} /> },
  {
    name: t('Model'),
    className: `${styles.wide} ${styles.muted}`,
    cell: ({ documentModel, uf }) => `${modelText(documentModel)}, ${uf}`,
  },
  {
    name: t('Issued'),
    className: styles.muted,
    cell: ({ issuedAt }) => (issuedAt === undefined ? '–' : <Time at={issuedAt} />),
  },
  {
    name: t('Drafted'),
    className: `${styles.time} ${styles.muted}`,
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

/** The tax receipts of all companies. */
export function TaxReceiptsPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  return (
    <RecordList
      title={t('Tax receipts')}
      path="/tax-receipts"
      queryName="tax-receipts"
      search={search}
      onSearch={(changed) => void navigate({ to: '/tax-receipts', search: changed })}
      filters={taxReceiptFilters}
      views={views}
      columns={() => columns}
      layout={styles.receipts}
      empty={{ title: t('There is no tax receipt'), text: t('A receipt is drafted from an invoice, and then issued.') }}
      brokerName={useBrokerName()}
      onOpen={({ id }) => void navigate({ to: '/tax-receipts/$taxReceiptId', params: { taxReceiptId: id } })}
    />
  );
}
